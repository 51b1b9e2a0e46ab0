import { createHash } from 'node:crypto';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { openRegularFile } from '../base/files/regular-file.ts';
import { toSourceError } from './disk-error.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';

/** Maximum size of a prompt in UTF-8 and its byte order mark, in bytes. */
const MAX_BYTES = LIMITS.prompt3d * 4 + 3;

/**
 * The text of a file in UTF-8, or UTF-16 with a byte order mark, with whitespace collapsed; throws AppError naming the
 * file. `sha256` is the required content; absent: any.
 */
export async function readPrompt(filePath: string, name: string, sha256?: string): Promise<string> {
  return toPrompt(await readText(filePath, name, sha256), name);
}

/** A text as a prompt, with whitespace collapsed; throws AppError naming its origin. */
export function toPrompt(text: string, name: MessageOrText): string {
  const words = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (words === '') throw new AppError('file_empty', '', { subject: name });
  if (words.length <= LIMITS.prompt3d) return words;
  const detail = message('prompt.over-limit', { length: words.length, max: LIMITS.prompt3d });
  throw new AppError('prompt_too_long', detail, { subject: name });
}

async function readText(filePath: string, name: string, sha256: string | undefined): Promise<string> {
  try {
    const file = await openRegularFile(filePath);
    try {
      const buffer = Buffer.alloc(MAX_BYTES + 1);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      if (bytesRead > MAX_BYTES) {
        throw new AppError('prompt_too_long', message('prompt.limit', { max: LIMITS.prompt3d }), { subject: name });
      }
      const bytes = buffer.subarray(0, bytesRead);
      if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256) {
        throw new AppError('source_replaced', '', { subject: name });
      }
      const encoding =
        bytes[0] === 0xff && bytes[1] === 0xfe
          ? 'utf-16le'
          : bytes[0] === 0xfe && bytes[1] === 0xff
            ? 'utf-16be'
            : 'utf-8';
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (/\p{Cc}/u.test(text.replace(/\s/gu, ''))) throw new TypeError('control characters');
      return text;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof TypeError) throw new AppError('not_a_text', '', { subject: name, cause: error });
    throw toSourceError(error, name);
  }
}
