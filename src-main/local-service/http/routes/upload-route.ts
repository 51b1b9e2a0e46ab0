import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { tooLarge } from '../../files/capped-body.ts';
import { ServiceFault } from '../../api-error.ts';
import { readBearer } from '../checks/authenticate.ts';
import { toSuccess } from '../envelope.ts';
import type { ServiceParts } from '../service-context.ts';
import { readCredential } from './upload-credential.ts';

/** Path of the upload a token waits for. */
export function uploadPath(token: string): string {
  return `/uploads/${token}`;
}

/** The PUT behind a presigned URL or upload credentials (spec 4.6): once, until they expire, streamed to the disk. */
export function addUploadRoute(app: FastifyInstance, { files, signer }: ServiceParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));

  app.put<{ Params: { token: string } }>(
    uploadPath(':token'),
    { config: { rateClass: 'upload', unmetered: true } },
    async (request) => {
      const { token } = request.params;
      const proof = readCredential(readBearer(request)) ?? (request.query as Readonly<Record<string, unknown>>);
      const verdict = signer.check('PUT', uploadPath(token), proof);
      if (verdict !== 'valid') throw refused(verdict);
      const maxBytes = Number(proof['max']);
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
      // Without a content type no parser runs, and the body is still in the raw request.
      await files.receive(token, (request.body as IncomingMessage | undefined) ?? request.raw, maxBytes);
      return toSuccess({ file_token: token });
    },
  );
}

/** The refusal of a signed URL that is no longer, or never was, good. */
export function refused(verdict: 'expired' | 'forged'): ServiceFault {
  const message = verdict === 'expired' ? 'This URL has expired. Ask for a new one.' : 'This URL is not signed by us.';
  return new ServiceFault(1004, message, { http: 403 });
}
