"""Where a store lies: SQLite cannot keep one safe where files are shared over a network."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_NETWORK = {
    "nfs", "nfs3", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afs", "ncpfs", "9p", "ceph", "glusterfs", "lustre",
    "beegfs", "gpfs", "pvfs2", "fuse.sshfs", "fuse.glusterfs", "fuse.s3fs", "fuse.rclone", "davfs", "webdav", "afpfs",
}  # fmt: skip
_REMOTE_DRIVE = 4


def network(path: Path) -> str:
    """The kind of network file system that holds a path; empty for a local one, and where that cannot be told."""
    folder = path.absolute().parent
    if sys.platform == "win32":
        return _network_drive(str(folder))
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as file:
            mounts = [line.split()[1:3] for line in file]
    except OSError:
        return ""
    return kind_at(os.path.realpath(folder), [(_plain(point), kind) for point, kind in mounts])


def kind_at(folder: str, mounts: list[tuple[str, str]]) -> str:
    """The network file system among `mounts`, as (point, kind), that holds a folder; empty where a local one does."""
    holding = [(point, kind) for point, kind in mounts if os.path.commonpath([folder, point]) == point]
    longest = max((len(point) for point, _ in holding), default=0)
    last = next((kind for point, kind in reversed(holding) if len(point) == longest), "")  # the last one hides others
    return last if last in _NETWORK else ""


def _plain(point: str) -> str:
    return point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")


def _network_drive(folder: str) -> str:
    import ctypes

    drive = os.path.splitdrive(folder)[0]
    remote = drive.startswith("\\\\") or getattr(ctypes, "windll").kernel32.GetDriveTypeW(f"{drive}\\") == _REMOTE_DRIVE  # noqa: B009
    return "a network drive" if remote else ""
