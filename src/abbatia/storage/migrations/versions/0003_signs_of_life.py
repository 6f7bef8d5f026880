"""Signs of life: from when to when a process served this store, so that clocks stand between."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lives",
        sa.Column("began", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("began"),
    )


def downgrade() -> None:
    op.drop_table("lives")
