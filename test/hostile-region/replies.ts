import { brotliCompressSync, gzipSync } from 'node:zlib';
import { httpAnswer } from '../helpers/service/raw-service.ts';
import type { Call, Reply } from './hostile-region.ts';

type Respond = (call: Call) => Reply;

/** A JSON response with a status and headers. */
function json(status: number, value: unknown, headers: Record<string, string | number> = {}): Respond {
  return () => ({ pieces: [httpAnswer(status, JSON.stringify(value), headers)] });
}

/** A success with other data than the honest ones. */
export function data(value: unknown): Respond {
  return json(200, { code: 0, status: 'success', data: value });
}

/** A web page. */
export function html(status: number): Respond {
  const page = '<!DOCTYPE html><html><body>Please sign in.</body></html>';
  return () => ({ pieces: [httpAnswer(status, page, { 'content-type': 'text/html' })] });
}

/** A response with a body of any bytes, as `Content-Length` says. */
export function bytes(status: number, body: Uint8Array, headers: Record<string, string> = {}): Respond {
  return () => ({ pieces: [httpAnswer(status, Buffer.from(body), headers)] });
}

/** A redirect. */
export function redirect(status: number, to: (call: Call) => string): Respond {
  return (call) => ({ pieces: [httpAnswer(status, '', { location: to(call) })] });
}

/** The first calls get this response, the others the honest one. */
export function first(count: number, respond: Respond): Respond {
  return (call) => (call.earlier < count ? respond(call) : honest(call));
}

/** The honest response. */
function honest(call: Call): Reply {
  return { pieces: [call.honest] };
}

/** The honest response in pieces of a few bytes. */
export function drip({ honest: whole, kind }: Call): Reply {
  const size = kind === 'file' ? 256 : 8;
  const count = Math.ceil(whole.byteLength / size);
  return { pieces: Array.from({ length: count }, (_, at) => whole.subarray(at * size, (at + 1) * size)) };
}

/** The head of the honest response, then one byte every ten seconds. */
export function trickle({ honest: whole, clock }: Call): Reply {
  const { head } = split(whole);
  return {
    pieces: (async function* () {
      yield Buffer.from(withField(head, 'content-length', '1000000'));
      for (;;) {
        yield Buffer.from(' ');
        await clock.pause(10_000);
      }
    })(),
  };
}

/** Status 500 with a body like that of `trickle`. */
export function trickleRefusal(call: Call): Reply {
  return trickle({ ...call, honest: httpAnswer(500, '') });
}

/** A body that never ends, as fast as it is read. */
export function endless({ honest: whole }: Call): Reply {
  const { head } = split(whole);
  const block = Buffer.alloc(1024 * 1024, ' ');
  return {
    pieces: (function* () {
      yield Buffer.from(`${head.replace(/\r\ncontent-length: \d+/i, '')}\r\nconnection: close\r\n\r\n`);
      for (;;) yield block;
    })(),
  };
}

/** The honest response with another `Content-Length`, then the end of the connection. */
export function announce(difference: number): Respond {
  return ({ honest: whole }) => {
    const { head, body } = split(whole);
    const length = String(body.byteLength + difference);
    return { pieces: [Buffer.concat([Buffer.from(withField(head, 'content-length', length)), body])], end: 'close' };
  };
}

/** A chunked response whose chunk sizes are no numbers. */
export function brokenChunks({ honest: whole }: Call): Reply {
  const { head, body } = split(whole);
  const chunked = head.replace(/content-length: \d+/i, 'transfer-encoding: chunked');
  return { pieces: [Buffer.concat([Buffer.from(`${chunked}\r\n\r\nxyz\r\n`), body])], end: 'close' };
}

/** The connection ends before the status line, in the headers or in the body. */
export function cut(where: 'before the status' | 'in the headers' | 'in the body'): Respond {
  return ({ honest: whole }) => {
    if (where === 'before the status') return { pieces: [], end: 'reset' };
    const { head, body } = split(whole);
    const length = where === 'in the headers' ? 24 : head.length + 4 + Math.floor(body.byteLength / 2);
    return { pieces: [whole.subarray(0, length)], end: 'close' };
  };
}

/** Two responses to one request. */
export function twice(second: Respond): Respond {
  return (call) => ({ pieces: [Buffer.concat([call.honest, ...(second(call).pieces as Buffer[])])] });
}

/** The honest body in a content coding that was not asked for. */
export function packed(coding: 'gzip' | 'br'): Respond {
  return ({ honest: whole }) => {
    const { body } = split(whole);
    const small = coding === 'gzip' ? gzipSync(body) : brotliCompressSync(body);
    return { pieces: [httpAnswer(200, small, { 'content-encoding': coding })] };
  };
}

/** 16 MB of zeros as 16 KB of gzip. */
export function bomb(): Reply {
  return { pieces: [httpAnswer(200, BOMB, { 'content-encoding': 'gzip' })] };
}

const BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024));

/** The honest body in UTF-16. */
export function utf16({ honest: whole }: Call): Reply {
  return { pieces: [httpAnswer(200, Buffer.from(split(whole).body.toString(), 'utf16le'))] };
}

/** JSON that is nested a hundred thousand levels deep. */
export function deep(): Reply {
  return { pieces: [httpAnswer(200, `{"code":0,"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)] };
}

/** The error envelope of the service. */
export function refusal(status: number, code: number, headers: Record<string, string | number> = {}): Respond {
  return json(status, { code, status: 'error', message: 'Request refused.', suggestion: '' }, headers);
}

/** The head without its last line break, and the body. */
function split(whole: Buffer): { readonly head: string; readonly body: Buffer } {
  const end = whole.indexOf('\r\n\r\n');
  return { head: whole.toString('latin1', 0, end), body: whole.subarray(end + 4) };
}

/** The complete head with another value of a field. */
function withField(head: string, name: string, value: string): string {
  return `${head.replace(new RegExp(`${name}: [^\\r]*`, 'i'), `${name}: ${value}`)}\r\n\r\n`;
}
