import type { Readable } from 'node:stream';
import { ApiError } from '../api-error.ts';

/**
 * The chunks of a request body, as they come. Throws fault 2022 as soon as there are more than `maxBytes`, and 2003 when
 * the body is empty or the sender went away. The body stays open and flows on, so that the refusal can be answered.
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
    throw new ApiError(2003, 'The upload is incomplete. Send the file again.');
  }
  if (bytes === 0) throw new ApiError(2003, 'The uploaded file is empty.');
}

/** The refusal of a file above the limit. */
export function fileTooLargeError(maxBytes: number): ApiError {
  const limit = `${Math.floor(maxBytes / (1024 * 1024))} MB`;
  return new ApiError(2022, `The file is larger than ${limit}.`);
}
