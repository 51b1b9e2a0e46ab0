import { connect, type Socket } from 'node:net';

/** Keep-alive connections to one server, each with at most one request on its way. */
export interface Load {
  /** Answers a second over `count` requests, which connections take in turn; throws at an answer that is not 200. */
  measure(requests: readonly Buffer[], count: number): Promise<number>;
  close(): void;
}

/** Reused by every read of a connection, so that reading allocates nothing. */
const RECEIVE_BYTES = 256 * 1024;

const HEAD_END = Buffer.from('\r\n\r\n');

/** A request as it goes over the wire. */
export function toRequest(origin: string, path: string, apiKey: string, body?: object): Buffer {
  const { host } = new URL(origin);
  const head = `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${apiKey}\r\n`;
  if (!body) return Buffer.from(`${head}\r\n`);
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return Buffer.from(`${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`);
}

/** Load on the server at `origin`; connections open with their first request. */
export function createLoad(origin: string, connections: number): Load {
  const { hostname, port } = new URL(origin);
  const all = Array.from({ length: connections }, () => createConnection(hostname, Number(port)));
  return {
    async measure(requests, count) {
      let sent = 0;
      const next = () => (sent < count ? requests[sent++ % requests.length] : undefined);
      const start = performance.now();
      await Promise.all(all.map((connection) => connection.run(next)));
      return count / ((performance.now() - start) / 1000);
    },
    close: () => {
      for (const connection of all) connection.close();
    },
  };
}

function createConnection(host: string, port: number) {
  const buffer = Buffer.allocUnsafe(RECEIVE_BYTES);
  // Bytes of the current answer that are still to come; null while its head is not complete.
  let left: number | null = null;
  let head: Buffer = Buffer.alloc(0);
  let next: () => Buffer | undefined = () => undefined;
  let whenDone: () => void = () => undefined;
  let whenFailed: (error: Error) => void = () => undefined;
  let socket: Socket | null = null;

  function open(): Socket {
    const opened = connect({ host, port, noDelay: true, onread: { buffer, callback: take } });
    opened.on('error', (error) => whenFailed(error));
    opened.on('close', () => {
      // A server may end one that was idle while others were measured; the next request opens another.
      socket = null;
      whenFailed(new Error('The bench lost its connection.'));
    });
    return opened;
  }

  function send(): void {
    const request = next();
    if (request) (socket ??= open()).write(request);
    else whenDone();
  }

  function take(bytes: number): boolean {
    if (left !== null) left -= bytes;
    else readHead(bytes);
    if (left === 0) {
      left = null;
      send();
    }
    return true;
  }

  function readHead(bytes: number): void {
    const received = buffer.subarray(0, bytes);
    const part = head.length === 0 ? received : Buffer.concat([head, received]);
    const end = part.indexOf(HEAD_END);
    // Copied: the buffer is read into again.
    head = end < 0 ? Buffer.from(part) : Buffer.alloc(0);
    if (end < 0) return;
    const text = part.toString('latin1', 0, end);
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    if (text.startsWith('HTTP/1.1 200') && length !== undefined) {
      left = Number(length) - (part.length - end - HEAD_END.length);
    } else {
      whenFailed(new Error(`The bench was answered: ${part.toString()}`));
    }
  }

  return {
    run: (requests: () => Buffer | undefined) =>
      new Promise<void>((resolve, reject) => {
        next = requests;
        whenDone = resolve;
        whenFailed = reject;
        send();
      }),
    close: () => socket?.destroy(),
  };
}
