"""Messages for errors of the background thread."""

import errno


def describe_error(error: Exception, export_folder: str) -> str:
    """Describes an error, and what to do about one of the disk."""
    if not isinstance(error, OSError):
        return "Delivery error: {}".format(str(error) or type(error).__name__)
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
