"""Where tables live: memory (tests), SQLite (one process), PostgreSQL (many), behind one small Store."""
