import path from 'node:path';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { ExpiredUrl } from './open-output.ts';
import { uploadFile, type Upload } from './upload-file.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Maximum number of expired upload URLs before the upload fails. */
const FRESH_URLS = 3;

/** URL of one upload, and the token of the file. */
interface PresignedUrl {
  readonly presigned_url: string;
  readonly file_token: string;
}

/**
 * Uploads a file to a presigned URL and returns its token. A URL that expired, also during the upload, is replaced by a
 * new one with a new token; the old token has no file and is dropped. Throws AppError or the signal's reason.
 */
export async function uploadPresigned(
  presign: () => Promise<PresignedUrl>,
  upload: Omit<Upload, 'url'>,
): Promise<string> {
  const subject = path.basename(upload.filePath);
  const entry = await upload.system.disk.statFollowingLinks(upload.filePath).catch((error: unknown) => {
    throw toSourceError(error, subject);
  });
  if (!entry) throw new AppError('file_missing', '', { subject });
  if (entry.bytes > LIMITS.uploadBytesSent) {
    throw new AppError('file_too_large', message('file.upload-limit'), { subject });
  }
  for (let attempt = 1; ; attempt++) {
    const { presigned_url: url, file_token: token } = await presign();
    try {
      await uploadFile({ ...upload, url });
      return token;
    } catch (error) {
      if (!(error instanceof ExpiredUrl)) throw error;
      upload.onProgress(0);
      if (attempt === FRESH_URLS) {
        throw new AppError('service_error', message('upload.not-accepted'), { retryable: true });
      }
    }
  }
}
