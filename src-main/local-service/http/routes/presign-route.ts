import type { FastifyInstance } from 'fastify';
import { ENDPOINTS, presignBody } from '../../../../src-shared/api/protocol/endpoints.ts';
import { PRESIGN_FORMATS } from '../../../../src-shared/api/protocol/files.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { newFileToken } from '../../files/upload-store.ts';
import { toSuccess } from '../envelope.ts';
import { parseJsonObject } from '../checks/parse-json-object.ts';
import type { ServiceContext } from '../service-context.ts';

/** Presigned uploads (spec 4.6): the token is returned at once and refers to a file after the PUT. */
export function addPresignRoute(app: FastifyInstance, { urls, lifetimes }: ServiceContext): void {
  const { presign } = ENDPOINTS;
  const { presignSeconds } = lifetimes;
  app.post(presign.path, { config: { rateClass: presign.rateClass } }, (request) => {
    if (!presignBody.safeParse(parseJsonObject(request.body)).success) {
      throw new ApiError(1004, serviceMessage('api.presign-format', { formats: PRESIGN_FORMATS.join(', ') }));
    }
    const token = newFileToken();
    const url = urls.signUpload(token, presignSeconds);
    return toSuccess({ presigned_url: url, file_token: token, expires_in: presignSeconds });
  });
}
