"""Messages for disk errors."""

import errno


def describe_disk_error(error: OSError, export_folder: str) -> str:
    """Describes a disk error and what to do about it."""
    if isinstance(error, FileNotFoundError):
        message = "Could not find the output folder “{}”. Delivery resumes automatically when it is available again."
        return message.format(export_folder)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return (
            "Could not write to the output folder “{}”. Nothing is imported, because without receipts every model "
            "would be imported repeatedly. Grant write permission to the folder.".format(export_folder)
        )
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return (
            "The disk of the output folder “{}” is full. Free up disk space; delivery then resumes automatically."
        ).format(export_folder)
    return "Could not use the output folder “{}”: {}.".format(export_folder, error.strerror or error)
