import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ENDPOINTS } from '../../../src-shared/api/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/limits.ts';
import { ServiceFault } from '../service-fault.ts';
import { toSuccess } from './envelope.ts';
import type { ServiceParts } from './service-parts.ts';

/** Uploads as a form (spec 4.6), field `file`; the file's name and type are not used, its bytes tell. */
export async function addMultipartRoute(app: FastifyInstance, { files }: ServiceParts): Promise<void> {
  const { uploadFile } = ENDPOINTS;
  app.removeAllContentTypeParsers();
  // One byte more than allowed, so that the store is the one to refuse and the parser never cuts silently.
  await app.register(multipart, { limits: { fileSize: LIMITS.uploadBytesAccepted + 1, files: 1, fields: 20 } });

  app.post(uploadFile.path, { config: { rateClass: uploadFile.rateClass } }, async (request) => {
    const part = await readFilePart(request);
    const token = files.newToken();
    await files.receive(token, part, LIMITS.uploadBytesAccepted);
    return toSuccess({ file_token: token });
  });
}

async function readFilePart(request: FastifyRequest) {
  if (!request.isMultipart()) throw new ServiceFault(1003, 'Send multipart/form-data here.', { http: 415 });
  for await (const part of request.parts()) {
    if (part.type === 'file' && part.fieldname === 'file') return part.file;
    if (part.type === 'file') part.file.resume();
  }
  throw new ServiceFault(1004, 'The form has no file in its field "file".');
}
