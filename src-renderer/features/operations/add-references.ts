import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { parseViewName } from '../../../src-shared/sources/group-views.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';
import { ask, bridge } from '../../app/bridge/bridge.ts';
import type { AppearanceImage } from './appearance.ts';

/** Result of adding images to a field. */
export interface AddedReferences {
  readonly pictures: readonly AppearanceImage[];
  /** Error of the first unusable image; null if all were added. */
  readonly error: ErrorInfo | null;
}

/** Adds images to the library: the main process reads and validates the files and returns their references. */
export async function addReferences(files: readonly File[]): Promise<AddedReferences> {
  const reply = (await bridge.takeFiles(files)) as Reply<Output<'sources:take'>>;
  if (!reply.ok) return { pictures: [], error: reply.error };
  const { sources, refused } = reply.value;
  const errors = [
    ...refused,
    ...sources.filter(({ pictures }) => pictures.length === 0).map(({ name }) => notAnImage(name)),
  ];
  const pictures: AppearanceImage[] = [];
  for (const { id: pictureId, name } of sources.flatMap((source) => source.pictures)) {
    const reference = await ask('references:keep', { pictureId });
    if (reference.ok) pictures.push({ value: reference.value.value, slot: sideOf(name) });
    else errors.push(reference.error);
  }
  return { pictures, error: errors[0] ?? null };
}

/** Parses the view from an image's name, whether or not the other views are present. */
function sideOf(name: string): AppearanceImage['slot'] {
  return parseViewName({ folder: '', folderName: '', name })?.slot ?? null;
}

function notAnImage(subject: string): ErrorInfo {
  return { code: 'not_a_picture', subject, detail: '', retryable: false, requestId: null };
}
