/**
 * Completeness of a file by its container: `ended` if the stated end exists, `unfinished` if data is
 * missing, `unsure` if the content does not show it.
 */
export type ContainerEnd = 'ended' | 'unfinished' | 'unsure';

/** Bytes of a file from a position, fewer at its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;
