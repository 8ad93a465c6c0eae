"""The one `MetaData` on which every part of the server declares its tables, in a `tables.py` of its own.

A table is made by a migration in `migrations/versions`; times are whole milliseconds since 1970, UTC, in columns whose
name ends in `_ms`, since the databases do not keep time zones alike.
"""

from sqlalchemy import MetaData

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)
