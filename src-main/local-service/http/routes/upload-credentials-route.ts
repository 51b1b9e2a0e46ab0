import type { FastifyInstance } from 'fastify';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { ENDPOINTS } from '../../../../src-shared/api/protocol/endpoints.ts';
import { toSuccess } from '../envelope.ts';
import type { ServiceContext } from '../service-context.ts';
import { toCredential } from './upload-credential.ts';
import { uploadPath } from './upload-route.ts';

/** “Valid 30 minutes” (spec 4.6), whatever presigned URLs are set to. */
const LIFETIME_SECONDS = 1800;

/**
 * Temporary upload credentials (spec 4.6). The specification defines neither request nor response; this format is our own. The
 * body is ignored. The response's `data`:
 * `{file_token, expires_in: 1800, credentials: {token, expires_at}, upload: {method: "PUT", url, headers}}`.
 * PUT the bytes to `upload.url` with `upload.headers`, which is `Authorization: Bearer <credentials.token>`, once and
 * before `expires_at` (ISO 8601); then pass `file_token` as `input`. They are valid only for this upload.
 */
export function addUploadCredentialsRoute(app: FastifyInstance, { files, signer, baseUrl, now }: ServiceContext): void {
  const { uploadCredentials } = ENDPOINTS;
  app.post(uploadCredentials.path, { config: { rateClass: uploadCredentials.rateClass } }, () => {
    const fileToken = files.newToken();
    const path = uploadPath(fileToken);
    const token = toCredential(signer.sign('PUT', path, LIFETIME_SECONDS, LIMITS.uploadBytesAccepted));
    const expiresAt = new Date((Math.floor(now() / 1000) + LIFETIME_SECONDS) * 1000).toISOString();
    return toSuccess({
      file_token: fileToken,
      expires_in: LIFETIME_SECONDS,
      credentials: { token, expires_at: expiresAt },
      upload: { method: 'PUT', url: baseUrl() + path, headers: { authorization: `Bearer ${token}` } },
    });
  });
}
