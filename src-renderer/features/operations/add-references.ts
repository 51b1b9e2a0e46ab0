import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { parseViewName } from '../../../src-shared/sources/group-views.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';
import { ask, bridge } from '../../app/bridge/bridge.ts';
import type { AppearanceImage } from './appearance.ts';

/** What became of images that were given to a field. */
export interface AddedReferences {
  readonly pictures: readonly AppearanceImage[];
  /** Why the first that is not among them cannot be used; null: all are. */
  readonly error: ErrorInfo | null;
}

/** Keeps images in the library: main takes the files in, opens them completely, and answers what names them. */
export async function addReferences(files: readonly File[]): Promise<AddedReferences> {
  const reply = (await bridge.takeFiles(files)) as Reply<Output<'sources:take'>>;
  if (!reply.ok) return { pictures: [], error: reply.error };
  const { sources, refused } = reply.value;
  const errors = [
    ...refused,
    ...sources.filter(({ pictures }) => pictures.length === 0).map(({ name }) => noPicture(name)),
  ];
  const pictures: AppearanceImage[] = [];
  for (const { id: pictureId, name } of sources.flatMap((source) => source.pictures)) {
    const kept = await ask('references:keep', { pictureId });
    if (kept.ok) pictures.push({ value: kept.value.value, slot: sideOf(name) });
    else errors.push(kept.error);
  }
  return { pictures, error: errors[0] ?? null };
}

/** The side an image shows by its name, whether or not the others are with it. */
function sideOf(name: string): AppearanceImage['slot'] {
  return parseViewName({ folder: '', folderName: '', name })?.slot ?? null;
}

function noPicture(subject: string): ErrorInfo {
  return { code: 'not_a_picture', subject, detail: '', retryable: false, requestId: null };
}
