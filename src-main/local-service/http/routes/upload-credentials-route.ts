import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../../src-shared/api/protocol/endpoints.ts';
import { toSuccess } from '../envelope.ts';
import { newFileToken } from '../../files/upload-store.ts';
import type { ServiceContext } from '../service-context.ts';

/** “Valid 30 minutes” (spec 4.6), whatever presigned URLs are set to. */
const LIFETIME_SECONDS = 1800;

/**
 * Temporary upload credentials (spec 4.6). The specification defines neither request nor response; this format is our own. The
 * body is ignored. The response's `data`:
 * `{file_token, expires_in: 1800, credentials: {token, expires_at}, upload: {method: "PUT", url, headers}}`.
 * PUT the bytes to `upload.url` with `upload.headers`, once and before `expires_at` (ISO 8601); then pass `file_token` as
 * `input`. They are valid only for this upload. The headers are `Authorization: Bearer <credentials.token>` if this service
 * receives the file, and none if it is stored in an object storage.
 */
export function addUploadCredentialsRoute(
  app: FastifyInstance,
  { urls, now }: Pick<ServiceContext, 'urls' | 'now'>,
): void {
  const { uploadCredentials } = ENDPOINTS;
  app.post(uploadCredentials.path, { config: { rateClass: uploadCredentials.rateClass } }, () => {
    const fileToken = newFileToken();
    const { token, url, headers } = urls.signCredential(fileToken, LIFETIME_SECONDS);
    const expiresAt = new Date((Math.floor(now() / 1000) + LIFETIME_SECONDS) * 1000).toISOString();
    return toSuccess({
      file_token: fileToken,
      expires_in: LIFETIME_SECONDS,
      credentials: { token, expires_at: expiresAt },
      upload: { method: 'PUT', url, headers },
    });
  });
}
