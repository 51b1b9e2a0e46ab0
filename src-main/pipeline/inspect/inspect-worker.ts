import { readFile, stat } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { readAnyModel } from '../../engine/files/model/read-any-model.ts';
import { ModelError } from '../../engine/base/errors/model-error.ts';
import { ImageError } from '../../engine/base/image/image.ts';
import { readImage } from '../../engine/base/image/read-image.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import type { InspectResponse, InspectRequest } from './source-inspector.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Pixels of a thumbnail's long edge: for 32 points on the densest screens, and for the cards of the empty view. */
const THUMBNAIL_EDGE = 160;

sharp.cache(false);
sharp.concurrency(1);

/** Runs in a worker thread: reads the user's file completely, so that a damaged one is rejected before it is charged. */
parentPort?.on('message', (question: InspectRequest) => {
  void answer(question).then((reply) => parentPort?.postMessage(reply));
});

async function answer({ id, kind, path, thumbnailPath }: InspectRequest): Promise<InspectResponse> {
  try {
    const { size } = await stat(path);
    if (size === 0) return { id, ok: false, code: 'empty', detail: '' };
    if (size > LIMITS.uploadBytesSent) {
      return {
        id,
        ok: false,
        code: 'too_heavy',
        detail: message('file.over-upload-limit', { size: Math.round(size / 1e6) }),
      };
    }
    const bytes = await readFile(path);
    if (kind === 'model') {
      await readAnyModel(bytes);
      return { id, ok: true, bytes: size, hasThumbnail: false };
    }
    const { data, width, height } = await readImage(bytes);
    if (thumbnailPath === null) return { id, ok: true, bytes: size, hasThumbnail: false };
    const thumbnail = await sharp(data, { raw: { width, height, channels: 4 } })
      .resize({ width: THUMBNAIL_EDGE, height: THUMBNAIL_EDGE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    await writeFileDurably(thumbnailPath, thumbnail);
    return { id, ok: true, bytes: size, hasThumbnail: true };
  } catch (error) {
    if (error instanceof ModelError) return { id, ok: false, code: error.code, detail: error.detail };
    if (error instanceof ImageError) return { id, ok: false, code: error.code, detail: error.detail };
    const { code, message: detail } = error as NodeJS.ErrnoException;
    return { id, ok: false, code: code ?? 'bug', detail };
  }
}
