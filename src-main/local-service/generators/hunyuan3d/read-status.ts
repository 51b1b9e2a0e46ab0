import { open } from 'node:fs/promises';
import { writeAll } from '../../../base/files/write-all.ts';
import { readBody, type ServerResponse } from '../http/generator-server.ts';
import { ServerRefusal } from '../http/server-errors.ts';
import { MAX_RESULT_BYTES, resultTooLarge } from '../generator-faults.ts';
import { createFlatJsonReader } from './flat-json-reader.ts';

/** State of a request on the server. */
export interface HunyuanStatus {
  /** `processing`, `texturing`, `completed` or `error`. */
  readonly status: string;
  readonly message: string;
  /** Bytes of the model that was saved. */
  readonly modelBytes: number;
}

interface StatusOptions {
  readonly file: string;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Maximum size of the model. */
  readonly maxBytes?: number;
}

const MODEL_KEY = 'model_base64';

/** Members with a text that is kept; a response may have any number of others. */
const TEXT_KEYS: readonly string[] = ['status', 'message'];

/** Other models in the same response, such as the one without a texture, are skipped up to this size. */
const MAX_RESPONSE_BYTES = 4 * MAX_RESULT_BYTES;
const MAX_TEXT = 4_000;

/**
 * Reads the response of `/status`, which contains the finished model as base64: it is decoded to a file while it arrives,
 * because it may be larger than the memory. Throws ServerAway, ServerRefusal, and an ApiError above the limit.
 */
export async function readStatus(
  { status: httpStatus, bytes: announced, body }: ServerResponse,
  { file, name, signal, maxBytes = MAX_RESULT_BYTES }: StatusOptions,
): Promise<HunyuanStatus> {
  if (announced > MAX_RESPONSE_BYTES) {
    body.destroy();
    throw resultTooLarge(name);
  }
  const texts = new Map<string, string>();
  let pending: Buffer[] = [];
  let carry = '';
  let start = '';
  const reader = createFlatJsonReader((key, piece) => {
    if (TEXT_KEYS.includes(key)) {
      const text = texts.get(key) ?? '';
      if (text.length < MAX_TEXT) texts.set(key, text + piece.toString('utf8', 0, MAX_TEXT));
      return;
    }
    if (key !== MODEL_KEY) return;
    const text = carry + piece.toString('latin1');
    // Four characters are three bytes.
    const usable = text.length - (text.length % 4);
    carry = text.slice(usable);
    pending.push(Buffer.from(text.slice(0, usable), 'base64'));
  });
  const handle = await open(file, 'w', 0o600);
  let modelBytes = 0;
  try {
    let received = 0;
    for await (const chunk of readBody(body, signal)) {
      received += chunk.byteLength;
      if (start.length < MAX_TEXT) start += chunk.toString('utf8', 0, MAX_TEXT);
      if (received > MAX_RESPONSE_BYTES) throw resultTooLarge(name);
      reader.push(chunk);
      for (const bytes of pending) {
        modelBytes += bytes.byteLength;
        if (modelBytes > maxBytes) throw resultTooLarge(name);
        await writeAll(handle, bytes);
      }
      pending = [];
    }
    reader.end();
  } catch (error) {
    throw error instanceof SyntaxError ? new ServerRefusal(httpStatus, start) : error;
  } finally {
    await handle.close();
  }
  const status = texts.get('status');
  if (status === undefined) throw new ServerRefusal(httpStatus, start);
  return { status, message: texts.get('message') ?? '', modelBytes };
}
