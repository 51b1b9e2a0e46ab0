import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { ENDPOINTS } from '../../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { toSuccess } from '../envelope.ts';
import type { ServiceContext } from '../service-context.ts';

/** Uploads as a form (spec 4.6), field `file`; its name and type are ignored, the type is detected from its content. */
export async function addMultipartRoute(app: FastifyInstance, { uploads }: ServiceContext): Promise<void> {
  const { uploadFile } = ENDPOINTS;
  app.removeAllContentTypeParsers();
  // One byte more than allowed, so that the store rejects the file and the parser never truncates it silently.
  await app.register(multipart, { limits: { fileSize: LIMITS.uploadBytesAccepted + 1, files: 1, fields: 20 } });

  app.post(uploadFile.path, { config: { rateClass: uploadFile.rateClass } }, async (request) => {
    if (!request.isMultipart()) throw new ApiError(1003, serviceMessage('api.multipart-only'), { http: 415 });
    const part = await readFilePart(request).catch(toFormFault);
    const token = await uploads.store(part).catch((error: unknown) => {
      if (part.errored) toFormFault(part.errored);
      throw error;
    });
    return toSuccess({ file_token: token });
  });
}

async function readFilePart(request: FastifyRequest): Promise<Readable> {
  for await (const part of request.parts()) {
    if (part.type === 'file' && part.fieldname === 'file') return part.file;
    if (part.type === 'file') part.file.resume();
  }
  throw new ApiError(1004, serviceMessage('api.form-without-file'));
}

/** Converts errors of the parser: an invalid form is an error of the client. */
function toFormFault(error: unknown): never {
  const isKnown = error instanceof ApiError || (error as Partial<FastifyError>).statusCode !== undefined;
  throw isKnown ? error : new ApiError(1003, serviceMessage('api.form-unreadable'));
}
