import type { Readable } from 'node:stream';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';

/**
 * The chunks of a request body. Throws error 2022 as soon as there are more than `maxBytes`, and 2003 if
 * the body is empty or the client disconnected. The body remains open, so that the error can be sent.
 */
export async function* cappedBody(body: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw fileTooLargeError(maxBytes);
      yield chunk;
    }
  } catch (error) {
    body.resume();
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    throw new ApiError(2003, serviceMessage('api.upload-truncated'));
  }
  if (bytes === 0) throw uploadEmptyError();
}

/** The error for a file without content. */
export function uploadEmptyError(): ApiError {
  return new ApiError(2003, serviceMessage('api.upload-empty'));
}

/** The error for a file above the limit. */
export function fileTooLargeError(maxBytes: number): ApiError {
  return new ApiError(2022, serviceMessage('api.file-too-large', { max: Math.floor(maxBytes / (1024 * 1024)) }));
}
