"""Which files some process holds locked: asked of the system, since trying a lock would be in its owner's way."""

from pathlib import Path

LOCKS = Path("/proc/locks")
_INODE_FIELD = 5


class AnyInode:
    """Where the system does not say what is locked, every file may be."""

    def __contains__(self, inode: object) -> bool:
        return True


def locked_inodes(table: Path = LOCKS) -> frozenset[int] | AnyInode:
    """The inodes of the files that are locked for writing now, on whatever file system they are."""
    try:
        lines = table.read_text("ascii").splitlines()
    except OSError:
        return AnyInode()
    fields = (line.split() for line in lines)
    held = (field for field in fields if len(field) > _INODE_FIELD and field[1] == "FLOCK" and field[3] == "WRITE")
    return frozenset(int(parts[_INODE_FIELD].rpartition(":")[2]) for parts in held)
