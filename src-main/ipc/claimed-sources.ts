import { randomUUID } from 'node:crypto';
import type { Output } from '../../src-shared/ipc/contract.ts';
import { VIEW_SLOTS, type ViewSlot } from '../../src-shared/formats/source-kind.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { givenName, toViewsSource, type SourceFileEntry, type SourceFiles } from '../folders/source-files.ts';
import { message } from '../../src-shared/messages/message.ts';

type SourceView = Output<'sources:take'>['sources'][number];
type PictureView = SourceView['pictures'][number];

/** A source that waits to become a job. */
export type ClaimedSource = SourceFiles & {
  /** Id of the job whose source it is; absent: a new source. */
  readonly basedOn?: string;
};

/** An image of a source; `basedOn` as of a source that is only this image. */
export type ClaimedPicture = SourceFileEntry & Pick<ClaimedSource, 'basedOn'>;

/** Collected sources until they become jobs; the page knows them by id, never by path. */
export interface ClaimedSources {
  keep(sources: readonly ClaimedSource[]): SourceView[];
  /** Returns sources with their ids without claiming them; skips unknown ids. */
  entries(ids: readonly string[]): (readonly [id: string, source: ClaimedSource])[];
  /** Returns sources without claiming them; skips unknown ids. */
  peek(ids: readonly string[]): ClaimedSource[];
  /** Removes and returns sources; skips unknown ids. */
  claim(ids: readonly string[]): ClaimedSource[];
  /** Builds one source from collected images: views with their sides, or a single image. Throws AppError. */
  arrange(name: string, pictures: readonly { readonly id: string; readonly slot: ViewSlot | null }[]): SourceView;
  /** Keeps an image that `arrange` can make a source of. */
  keepPicture(file: ClaimedPicture): PictureView;
  /** An image of a source by its id; null: unknown. */
  findPicture(id: string): ClaimedPicture | null;
}

/** Maximum number of unclaimed sources, and of images; the oldest are dropped. */
const MAX_KEPT = 50_000;

/** An empty collection. */
export function createClaimedSources(): ClaimedSources {
  const kept = new Map<string, ClaimedSource>();
  const pictures = new Map<string, ClaimedPicture>();

  const keepPicture = (file: ClaimedPicture, slot: ViewSlot | null): PictureView => {
    const { path, name, bytes, pixels, mask, basedOn } = file;
    const id = randomUUID();
    const also = { ...(pixels && { pixels }), ...(mask && { mask }), ...(basedOn !== undefined && { basedOn }) };
    putIn(pictures, id, { path, name, bytes, ...also });
    return { id, name: givenName(file), bytes, slot, pixels: pixels ?? null, mask: mask?.method ?? null };
  };
  const keep = (source: ClaimedSource): SourceView => {
    const id = randomUUID();
    putIn(kept, id, source);
    const { kind, bytes } = source;
    const prompt = source.kind === 'prompt' ? source.prompt : null;
    return {
      id,
      name: givenName(source),
      kind,
      bytes,
      pictures: picturesOf(source).map(([file, slot]) => keepPicture(file, slot)),
      prompt,
    };
  };
  const entries: ClaimedSources['entries'] = (ids) =>
    ids.flatMap((id) => {
      const source = kept.get(id);
      return source ? [[id, source] as const] : [];
    });

  return {
    keep: (sources) => sources.map(keep),
    entries,
    peek: (ids) => entries(ids).map(([, source]) => source),
    claim: (ids) =>
      ids.flatMap((id) => {
        const source = kept.get(id);
        kept.delete(id);
        return source ?? [];
      }),
    arrange: (name, wanted) => {
      const found = wanted.map(({ id, slot }) => {
        const file = pictures.get(id);
        if (!file) throw new AppError('not_found', message('jobs.images-gone'));
        return { file, slot };
      });
      return keep(toSource(name, found));
    },
    keepPicture: (file) => keepPicture(file, null),
    findPicture: (id) => pictures.get(id) ?? null,
  };
}

function picturesOf(source: ClaimedSource): (readonly [ClaimedPicture, ViewSlot | null])[] {
  if (source.kind === 'views') return source.views.map((view) => [view, view.slot]);
  return source.kind === 'picture' ? [[source, null]] : [];
}

function toSource(
  name: string,
  given: readonly { readonly file: ClaimedPicture; readonly slot: ViewSlot | null }[],
): ClaimedSource {
  const [first] = given;
  if (first && given.length === 1) return { kind: 'picture', ...first.file };
  const views = VIEW_SLOTS.flatMap((slot) =>
    given.filter((each) => each.slot === slot).map(({ file }) => ({ slot, file })),
  );
  const sides = new Set(views.map(({ slot }) => slot));
  if (!sides.has('front')) throw new AppError('front_missing', '', { subject: name });
  if (sides.size < given.length) throw new AppError('bad_request', message('jobs.same-view-twice'));
  return toViewsSource(name, views);
}

/** Drops the oldest entry if there are too many. */
function putIn<T>(map: Map<string, T>, id: string, value: T): void {
  map.set(id, value);
  const oldest = map.size > MAX_KEPT ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
