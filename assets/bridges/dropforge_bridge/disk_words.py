"""Disk errors in words."""

import errno


def to_sentence(error: OSError, export_folder: str) -> str:
    """What stands in the way of delivery, and what to do about it."""
    if isinstance(error, FileNotFoundError):
        return "The export folder “{}” is not there. Delivery goes on when it is back.".format(export_folder)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return (
            "The export folder “{}” cannot be written to, so nothing is imported: without a receipt it would be "
            "imported again and again. Allow writing there.".format(export_folder)
        )
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return "The disk of the export folder “{}” is full. Delivery goes on when there is room.".format(export_folder)
    return "The export folder “{}” cannot be used: {}.".format(export_folder, error.strerror or error)
