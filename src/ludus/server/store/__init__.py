"""Where a server keeps everything: SQLite by default, PostgreSQL when it grows, memory for tests.

open_store("ludus.db")                        opening.py: which store, and what can be wrong with it
        │
SqlStore ◄── Rows ◄── changes                 sql.py: one transaction a group; rows.py: changes as rows
   │
schema.py ◄── migrations/                     the tables, and how older files are brought up to them
"""
