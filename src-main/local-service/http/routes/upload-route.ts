import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { fileTooLargeError } from '../../files/capped-body.ts';
import { ApiError } from '../../api-error.ts';
import { readBearer } from '../checks/authenticate.ts';
import { toSuccess } from '../envelope.ts';
import type { FolderUploadStore } from '../../files/folder-upload-store.ts';
import { uploadPath } from '../../files/folder-urls.ts';
import { parseCredential } from '../../files/upload-credential.ts';
import type { UrlSigner } from '../../files/url-signer.ts';

interface Parts {
  readonly uploads: FolderUploadStore;
  readonly signer: UrlSigner;
}

/** The PUT of a presigned URL or upload credentials (spec 4.6): once, until they expire, streamed to the disk. */
export function addUploadRoute(app: FastifyInstance, { uploads, signer }: Parts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));

  app.put<{ Params: { token: string } }>(
    uploadPath(':token'),
    { config: { rateClass: 'upload', unmetered: true } },
    async (request) => {
      const { token } = request.params;
      const proof = parseCredential(readBearer(request)) ?? (request.query as Readonly<Record<string, unknown>>);
      const verdict = signer.check('PUT', uploadPath(token), proof);
      if (verdict !== 'valid') throw signatureError(verdict);
      const maxBytes = Number(proof['max']);
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw fileTooLargeError(maxBytes);
      // Without a content type no parser runs, and the body is still in the raw request.
      await uploads.receive(token, (request.body as IncomingMessage | undefined) ?? request.raw, maxBytes);
      return toSuccess({ file_token: token });
    },
  );
}

/** The error for an expired or invalid signed URL. */
export function signatureError(verdict: 'expired' | 'forged'): ApiError {
  const message = serviceMessage(verdict === 'expired' ? 'api.url-expired' : 'api.url-not-ours');
  return new ApiError(1004, message, { http: 403 });
}
