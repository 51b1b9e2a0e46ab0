/** Days after which a job in the trash is deleted with its library files. */
export const TRASH_DAYS = 30;

/** The same in milliseconds. */
export const TRASH_MS = TRASH_DAYS * 24 * 3_600_000;
