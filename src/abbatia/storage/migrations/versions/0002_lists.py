"""Indexes for the lists that the lobby and the archive ask for."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("tables_listed", "tables", ["status", "public", "touched", "id"], unique=False)
    op.create_index("tables_titled", "tables", ["title", "status", "public", "touched", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("tables_titled", table_name="tables")
    op.drop_index("tables_listed", table_name="tables")
