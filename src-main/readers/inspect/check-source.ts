import type { PixelSize } from '../../../src-shared/sources/pixel-size.ts';
import { readImage, readPixelSize } from '../../engine/base/image/read-image.ts';
import { sniffModelFormat } from '../../engine/files/model/sniff-model-format.ts';
import { findContainerEnd } from '../../folders/watching/container-end.ts';
import { readModelSource, readSourceBytes, toInspectError, type SourceQuestion } from './inspect-source.ts';

/** A source that can probably be used. */
export interface CheckedSource {
  /** Size of an image after EXIF rotation; null for a model. */
  readonly pixels: PixelSize | null;
}

/**
 * Checks a user's file before it becomes a job, in a few milliseconds: by its header and the end of its container. Only a
 * file that looks wrong or has no detectable end is decoded, so that none is rejected that `inspectSource` accepts.
 * Throws AppError naming `subject`.
 */
export async function checkSource({
  kind,
  path,
  subject,
}: Omit<SourceQuestion, 'thumbnailPath'>): Promise<CheckedSource> {
  try {
    const bytes = await readSourceBytes(path, subject);
    const end = await findContainerEnd(path);
    if (kind === 'model') {
      if (end === 'unfinished' || sniffModelFormat(bytes) === null) await readModelSource(bytes);
      return { pixels: null };
    }
    const pixels = await readPixelSize(bytes);
    if (end !== 'ended') await readImage(bytes);
    return { pixels };
  } catch (error) {
    throw toInspectError(error, subject);
  }
}
