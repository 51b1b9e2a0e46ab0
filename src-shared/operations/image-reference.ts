/** Endings of the images that are kept, as their bytes tell them. */
export const REFERENCE_EXTENSIONS = ['png', 'jpg', 'webp', 'bmp', 'tif'] as const;

/** The ending of an image that is kept. */
export type ReferenceExtension = (typeof REFERENCE_EXTENSIONS)[number];

/** An image of this computer that a parameter names: kept in the library by its content, uploaded whenever it is ordered with. */
export interface ImageReference {
  /** Of its content, hex. */
  readonly sha256: string;
  /** What people call it, with its ending. */
  readonly name: string;
  readonly ending: ReferenceExtension;
}

/** `ref:<sha256>/<name>`: begins like no token, address or id of a task, so it is taken for none of them. */
const REFERENCE = /^ref:([0-9a-f]{64})\/([^/\\\p{Cc}"]{1,200}\.(png|jpg|webp|bmp|tif))$/u;

/** The same inside a text, as in the JSON of parameters. */
const WITHIN = /ref:([0-9a-f]{64})\/(?=[^/\\\p{Cc}"]{1,200}\.(?:png|jpg|webp|bmp|tif))/gu;

/** Whatever begins so may name an image, how badly it may go on. */
const BEGINNING = /ref:([0-9a-f]{64})/g;

/** Digits of a content that tell two images of one name apart. */
const TELLING_DIGITS = 8;

/** The image that a value of a parameter names; null: it names none. */
export function parseReference(value: unknown): ImageReference | null {
  const [, sha256, name, ending] = (typeof value === 'string' && REFERENCE.exec(value)) || [];
  return sha256 === undefined || name === undefined ? null : { sha256, name, ending: ending as ReferenceExtension };
}

/** The value of a parameter that names an image; see `parseReference`. */
export function toReferenceText({ sha256, name }: Pick<ImageReference, 'sha256' | 'name'>): string {
  return `ref:${sha256}/${name}`;
}

/** A text with images under their names alone, as people call them. */
export function toReferenceNames(text: string): string {
  return text.replaceAll(WITHIN, '');
}

/** A text with the beginning of their content before the names of images, so that two of one name differ. */
export function shortenReferences(text: string): string {
  return text.replaceAll(WITHIN, (_, sha256: string) => `${sha256.slice(0, TELLING_DIGITS)} `);
}

/** The contents of all images that a text might name, rather one too many. */
export function listReferencedHashes(text: string): string[] {
  return [...text.matchAll(BEGINNING)].map(([, sha256 = '']) => sha256);
}

/** Whether a text names an image of this computer anywhere. */
export function containsReference(text: string): boolean {
  return text.search(WITHIN) >= 0;
}
