import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { maskCalls } from '../../../src-shared/ipc/calls/mask-calls.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { IncomingFiles } from '../../folders/incoming-files.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import type { FileReader } from '../../readers/file-reader.ts';
import type { ClaimedPicture, ClaimedSources } from '../claimed-sources.ts';
import type { MaskEstimates } from '../mask-estimates.ts';

interface Parts {
  readonly reader: Pick<FileReader, 'read'>;
  readonly claimedSources: Pick<ClaimedSources, 'findPicture' | 'keepPicture'>;
  readonly incomingFiles: Pick<IncomingFiles, 'add' | 'find'>;
  readonly maskEstimates: MaskEstimates;
}

/**
 * Handlers of the calls about masks. An image with a chosen mask is another file, a PNG with the mask as its alpha channel,
 * so that its uploads, duplicates and retries are its own. It is kept in the inbox: until the next start, or as long as a
 * job uses it.
 */
export function createMaskHandlers({
  reader,
  claimedSources,
  incomingFiles,
  maskEstimates,
}: Parts): HandlersOf<typeof maskCalls> {
  const find = (id: string): ClaimedPicture => {
    const picture = claimedSources.findPicture(id);
    if (!picture) throw new AppError('not_found', message('jobs.image-gone'));
    return picture;
  };
  /** The mask applies to the original image; without it, to the masked one, which still has all colors. */
  const findBase = async (picture: ClaimedPicture): Promise<Pick<ClaimedPicture, 'path' | 'name'>> =>
    (await hasOriginal(picture)) && picture.mask ? picture.mask.original : picture;

  return {
    'masks:find': async ({ pictureId }) => {
      const picture = find(pictureId);
      const base = await findBase(picture);
      const preview = await reader.read('preview-mask', {
        ...{ path: base.path, masked: picture.mask ? picture.path : null, subject: base.name },
      });
      const { width, height, cue, chosen } = preview;
      return {
        ...{ width, height, cue },
        image: toBase64(preview.image),
        builtIn: toBase64(preview.builtIn),
        chosen: chosen && toBase64(chosen),
        canRemove: await hasOriginal(picture),
        network: maskEstimates.sourceName(),
      };
    },
    'masks:estimate': async ({ id, pictureId }) => {
      const picture = find(pictureId);
      const mask = await maskEstimates.find(id, async () => {
        const { path: given, name: subject } = await findBase(picture);
        return { path: given, isMasked: picture.mask !== undefined && given === picture.path, subject };
      });
      return { mask: mask && toBase64(mask) };
    },
    'masks:cancel': async ({ id }) => (maskEstimates.cancel(id), null),
    'masks:apply': async ({ pictureId, mask }) => {
      const picture = find(pictureId);
      const also = picture.basedOn === undefined ? {} : { basedOn: picture.basedOn };
      if (mask === null) return claimedSources.keepPicture({ ...(await readOriginal(picture, reader)), ...also });
      const base = await findBase(picture);
      const { path: given, name: subject } = base;
      const png = Buffer.from(mask.png, 'base64');
      const original = picture.mask?.original ?? { path: given, name: subject };
      let masked = { bytes: 0, pixels: { width: 0, height: 0 } };
      const id = await incomingFiles.add(`${path.parse(original.name).name}.png`, async (maskedPath) => {
        masked = await reader.read('mask-image', { path: given, mask: png, maskedPath, subject });
      });
      const file = incomingFiles.find(id);
      if (!file) throw new AppError('not_found', message('jobs.image-gone'));
      return claimedSources.keepPicture({ ...file, ...masked, mask: { method: mask.method, original }, ...also });
    },
  };
}

/** True if the image without its mask exists, or has none. */
async function hasOriginal({ mask }: ClaimedPicture): Promise<boolean> {
  if (!mask) return true;
  return stat(mask.original.path).then(
    (facts) => facts.isFile(),
    () => false,
  );
}

async function readOriginal(picture: ClaimedPicture, reader: Pick<FileReader, 'read'>): Promise<ClaimedPicture> {
  if (!picture.mask) return picture;
  const { path: given, name } = picture.mask.original;
  const facts = await stat(given).catch((error: unknown) => {
    throw toSourceError(error, name);
  });
  const { pixels } = await reader.read('check-source', { kind: 'picture', path: given, subject: name });
  return { path: given, name, bytes: facts.size, ...(pixels && { pixels }) };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
