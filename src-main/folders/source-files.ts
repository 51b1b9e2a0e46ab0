import type { MaskMethod } from '../../src-shared/sources/mask-method.ts';
import type { PixelSize } from '../../src-shared/sources/pixel-size.ts';
import type { ViewSlot } from '../../src-shared/formats/source-kind.ts';

/** The mask that the user chose for an image; the file of the image is a PNG with the mask as its alpha channel. */
export interface SourceMask {
  readonly method: MaskMethod;
  /** The image without the mask; its file may no longer exist. */
  readonly original: Pick<SourceFileEntry, 'path' | 'name'>;
}

/** A file that may be a source or a part of one. */
export interface SourceFileEntry {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** Size of an image, if its content was checked. */
  readonly pixels?: PixelSize;
  /** Absent: none was chosen. */
  readonly mask?: SourceMask;
}

/** The name under which an image is shown: that of the image that was given, also if it has a mask. */
export function givenName({ name, mask }: Pick<SourceFileEntry, 'name' | 'mask'>): string {
  return mask?.original.name ?? name;
}

/** A source by file name; the content is checked when its files are opened. */
export type SourceFiles =
  | (SourceFileEntry & { readonly kind: 'picture' | 'model' })
  | {
      readonly kind: 'views';
      readonly name: string;
      /** Total size of all files in bytes. */
      readonly bytes: number;
      readonly views: readonly (SourceFileEntry & { readonly slot: ViewSlot })[];
    }
  | {
      readonly kind: 'prompt';
      readonly name: string;
      readonly bytes: number;
      readonly prompt: string;
      /** The file it was read from; absent: it was typed. */
      readonly file?: SourceFileEntry;
    };

/** Views of one object as one source. */
export function toViewsSource(
  name: string,
  views: readonly { readonly slot: ViewSlot; readonly file: SourceFileEntry }[],
): SourceFiles {
  const bytes = views.reduce((sum, { file }) => sum + file.bytes, 0);
  return { kind: 'views', name, bytes, views: views.map(({ slot, file }) => ({ ...file, slot })) };
}

/** Maximum number of characters in the display name of a prompt. */
const LONGEST_PROMPT_NAME = 40;

/** A typed text as a source, named after its first words. */
export function toPromptSource(prompt: string): SourceFiles {
  const clipped = prompt.length > LONGEST_PROMPT_NAME ? prompt.slice(0, LONGEST_PROMPT_NAME + 1) : prompt;
  const name = clipped === prompt ? prompt : clipped.replace(/\s?\S*$/u, '') || prompt.slice(0, LONGEST_PROMPT_NAME);
  return { kind: 'prompt', name: name.toWellFormed(), bytes: Buffer.byteLength(prompt), prompt };
}

/** Path of a source: its file, or its front view. */
export function pathOf(source: SourceFiles): string {
  if (source.kind === 'views') return source.views[0]?.path ?? '';
  return source.kind === 'prompt' ? (source.file?.path ?? '') : source.path;
}
