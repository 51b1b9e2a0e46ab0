import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Reply } from '../../../src-shared/ipc/page-bridge.ts';
import type { IncomingFiles } from '../../folders/incoming-files.ts';

interface UploadedFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Stores the files of one `POST /upload`: their contents one after the other in the body, their names (URL-encoded) in
 * `x-file-names` and their sizes in `x-file-bytes`, separated by commas. One request for many small files, because a
 * request costs a browser more than such a file. Answers a `Reply` with the id of each file, in their order.
 */
export async function receiveUploads(
  request: IncomingMessage,
  response: ServerResponse,
  inbox: Pick<IncomingFiles, 'receive'>,
): Promise<void> {
  if (request.method !== 'POST') return refuse(response, 405, 'Method not allowed. Use POST.');
  if (request.headers['content-type'] !== 'application/octet-stream')
    return refuse(response, 415, 'Unsupported media type. Use application/octet-stream.');
  const files = readFileList(request);
  if (files === null) return refuse(response, 400, 'Missing or invalid names or sizes of the files.');
  const startPart = splitBody(request);
  const replies: Reply<string>[] = [];
  for (const { name, bytes } of files) {
    const read = startPart(name, bytes);
    try {
      replies.push({ ok: true, value: await inbox.receive(name, read()) });
    } catch (error) {
      replies.push({ ok: false, error: toErrorInfo(error) });
      // The next file begins behind the rest of this one.
      for await (const _ of read());
    }
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies));
}

function readFileList({ headers }: IncomingMessage): UploadedFile[] | null {
  const names = [headers['x-file-names']].flat()[0]?.split(',') ?? [];
  const sizes = [headers['x-file-bytes']].flat()[0]?.split(',') ?? [];
  if (names.length !== sizes.length || names.length === 0) return null;
  try {
    const files = names.map((name, index) => ({ name: decodeURIComponent(name), bytes: Number(sizes[index]) }));
    return files.every(({ bytes }) => Number.isSafeInteger(bytes) && bytes >= 0) ? files : null;
  } catch {
    return null;
  }
}

/**
 * Splits a body into consecutive parts: the function it returns starts the next one, whose reader can be called again to go
 * on where an earlier one stopped. A reader throws AppError `file_truncated` if the body ends before its part.
 */
function splitBody(request: IncomingMessage): (subject: string, bytes: number) => () => AsyncGenerator<Buffer> {
  // The request still gets a response after an error: only writing stops, not the connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  return (subject, bytes) => {
    let left = bytes;
    return async function* read() {
      while (left > 0) {
        if (rest.byteLength === 0) {
          const next = await chunks.next();
          if (next.done === true) {
            left = 0;
            throw new AppError('file_truncated', '', { subject });
          }
          rest = next.value;
        }
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.byteLength);
        left -= piece.byteLength;
        yield piece;
      }
    };
  };
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(sentence);
}
