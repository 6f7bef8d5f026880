"""Run by alembic: takes the steps on the connection that `schema.upgrade` hands over."""

from alembic import context

from abbatia.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
