import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { mediaTypeOf } from '../../../../src-shared/formats/media-types.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { parseByteRange } from './byte-range.ts';
import type { FolderOutputStore } from '../../files/folder-output-store.ts';
import { outputPath } from '../../files/folder-urls.ts';
import type { UrlSigner } from '../../files/url-signer.ts';
import { signatureError } from './upload-route.ts';

interface Parts {
  readonly outputs: FolderOutputStore;
  readonly signer: UrlSigner;
}

/** A read buffer of this size keeps downloads near the speed of the disk. */
const READ_BYTES = 1024 * 1024;

/**
 * Downloads with signed URLs (spec part 1): whole or by range, also HEAD. Keys are neither needed nor checked. A
 * published file never changes, so its name and length are its entity tag and a resumed download is safe.
 */
export function addOutputRoute(app: FastifyInstance, { outputs, signer }: Parts): void {
  // Named HEAD: the one the framework adds would read the whole file to throw it away.
  const route = { method: ['GET', 'HEAD'], url: outputPath(':id', ':name'), config: { unmetered: true } as const };
  app.route<{ Params: { id: string; name: string } }>({
    ...route,
    handler: async (request, reply) => {
      const { id, name } = request.params;
      const verdict = signer.check('GET', outputPath(id, name), request.query);
      if (verdict !== 'valid') throw signatureError(verdict);
      const file = await outputs.find(id, name);
      if (!file) throw new ApiError(2001, serviceMessage('api.file-gone'));

      const tag = `"${id}-${name}-${file.bytes}"`;
      const { range, 'if-range': condition } = request.headers;
      const part = condition === undefined || condition === tag ? parseByteRange(range, file.bytes) : null;
      if (part === 'unsatisfiable') {
        throw new ApiError(1003, serviceMessage('api.byte-range', { bytes: file.bytes }), {
          http: 416,
          headers: { 'content-range': `bytes */${file.bytes}` },
        });
      }
      const { start, end } = part ?? { start: 0, end: file.bytes - 1 };
      if (part) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
      reply.headers({
        'content-type': mediaTypeOf(name),
        'content-length': end - start + 1,
        'accept-ranges': 'bytes',
        etag: tag,
      });
      if (request.method === 'HEAD' || file.bytes === 0) return reply.send();
      return reply.send(createReadStream(file.path, { start, end, highWaterMark: READ_BYTES }));
    },
  });
}
