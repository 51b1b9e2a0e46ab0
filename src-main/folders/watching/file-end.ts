/**
 * Whether a file is complete, as its container says: `ended` where the stated end is there, `unfinished` where more has to
 * come, `unsure` where the content cannot tell.
 */
export type ContainerEnd = 'ended' | 'unfinished' | 'unsure';

/** Bytes of a file from a position, fewer at its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;
