/** Bill of materials beside the packages. */
export const BILL = 'dropforge.cdx.json';

/** Release notes as Markdown. */
export const NOTES = 'RELEASE_NOTES.md';

/** Checksums in the format of sha256sum. */
export const CHECKSUMS = 'SHA256SUMS';
