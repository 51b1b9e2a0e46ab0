/** Extensions of stored images, determined by their content. */
export const REFERENCE_EXTENSIONS = ['png', 'jpg', 'webp', 'bmp', 'tif', 'gif', 'avif'] as const;

/** Extension of a stored image. */
export type ReferenceExtension = (typeof REFERENCE_EXTENSIONS)[number];

/** A local image used as a parameter: stored in the library by its content, uploaded for every order. */
export interface ImageReference {
  /** Hash of its content, hex. */
  readonly sha256: string;
  /** Display name with extension. */
  readonly name: string;
  readonly ending: ReferenceExtension;
}

/** `ref:<sha256>/<name>`: cannot be confused with a token, URL or task id. */
const REFERENCE = /^ref:([0-9a-f]{64})\/([^/\\\p{Cc}"]{1,200}\.(png|jpg|webp|bmp|tif|gif|avif))$/u;

/** The same inside text, such as the JSON of parameters. */
const WITHIN = /ref:([0-9a-f]{64})\/(?=[^/\\\p{Cc}"]{1,200}\.(?:png|jpg|webp|bmp|tif|gif|avif))/gu;

/** Text with this prefix may refer to an image, even if the rest is invalid. */
const BEGINNING = /ref:([0-9a-f]{64})/g;

/** Number of hash digits that distinguish images of the same name. */
const TELLING_DIGITS = 8;

/** Parses a parameter value that refers to an image; null: it does not. */
export function parseReference(value: unknown): ImageReference | null {
  const [, sha256, name, ending] = (typeof value === 'string' && REFERENCE.exec(value)) || [];
  return sha256 === undefined || name === undefined ? null : { sha256, name, ending: ending as ReferenceExtension };
}

/** Returns the parameter value that refers to an image; see `parseReference`. */
export function toReferenceText({ sha256, name }: Pick<ImageReference, 'sha256' | 'name'>): string {
  return `ref:${sha256}/${name}`;
}

/** Replaces references in a text with the display names of the images. */
export function toReferenceNames(text: string): string {
  return text.replaceAll(WITHIN, '');
}

/** Replaces references in a text with a shortened hash and the display name, so that images of the same name differ. */
export function shortenReferences(text: string): string {
  return text.replaceAll(WITHIN, (_, sha256: string) => `${sha256.slice(0, TELLING_DIGITS)} `);
}

/** Lists the hashes of all images that a text may refer to, including false positives. */
export function listReferencedHashes(text: string): string[] {
  return [...text.matchAll(BEGINNING)].map(([, sha256 = '']) => sha256);
}

/** True if a text contains a reference to a local image. */
export function containsReference(text: string): boolean {
  return text.search(WITHIN) >= 0;
}
