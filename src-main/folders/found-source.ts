import type { ViewSlot } from '../../src-shared/source-kind.ts';

/** A file that may be a source, or a part of one. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** A source as it was found; whether the files really are what their names say shows when they are opened. */
export type FoundSource =
  | (FoundFile & { readonly kind: 'picture' | 'model' })
  | {
      readonly kind: 'views';
      readonly name: string;
      /** Of all of them. */
      readonly bytes: number;
      readonly views: readonly (FoundFile & { readonly slot: ViewSlot })[];
    }
  | {
      readonly kind: 'prompt';
      readonly name: string;
      readonly bytes: number;
      readonly prompt: string;
      /** What it was read from. */
      readonly file: FoundFile;
    };

/** Views of one thing as one source. */
export function toViewsSource(
  name: string,
  views: readonly { readonly slot: ViewSlot; readonly file: FoundFile }[],
): FoundSource {
  const bytes = views.reduce((sum, { file }) => sum + file.bytes, 0);
  return { kind: 'views', name, bytes, views: views.map(({ slot, file }) => ({ ...file, slot })) };
}

/** Where a source lies: its file, or the front of its views. */
export function pathOf(source: FoundSource): string {
  if (source.kind === 'views') return source.views[0]?.path ?? '';
  return source.kind === 'prompt' ? source.file.path : source.path;
}
