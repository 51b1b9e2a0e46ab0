import { createServer, Socket, type AddressInfo } from 'node:net';

/** One piece of every body; sent over and over, so that the server's own work stays small beside what it serves. */
const PIECE = Buffer.alloc(1024 * 1024, 'dropforge');
const RECEIVE_BYTES = 1024 * 1024;

// Process entry: the other end of every transfer. `GET /BYTES` answers so many bytes with an entity tag, a PUT is read to
// its end and thrown away. It says its port, and ends with its parent.
const server = createServer({ pauseOnConnect: true }, (accepted) => {
  // A socket that reads into one buffer can only be made around a handle; reading would allocate otherwise.
  const { _handle: handle } = accepted as unknown as { _handle: object };
  const buffer = Buffer.allocUnsafeSlow(RECEIVE_BYTES);
  let head = '';
  let left = 0;
  const options = { handle, onread: { buffer, callback: (bytes: number) => take(bytes) } };
  const socket = new Socket(options as ConstructorParameters<typeof Socket>[0]);
  let goOn: () => void = () => undefined;
  socket
    .on('error', () => socket.destroy())
    .on('drain', () => goOn())
    .on('close', () => goOn());
  socket.resume();

  function take(bytes: number): boolean {
    if (left > 0) return received(bytes);
    head += buffer.toString('latin1', 0, bytes);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return true;
    const [, method, path = ''] = /^(\w+) \/(\d*)/.exec(head) ?? [];
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const early = head.length - end - 4;
    if (/\r\nexpect: 100/i.test(head)) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    head = '';
    if (method === 'GET') void send(Number(path));
    else {
      left = length;
      received(early);
    }
    return true;
  }
  function received(bytes: number): boolean {
    left -= bytes;
    if (left === 0) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    return true;
  }
  async function send(length: number): Promise<void> {
    socket.write(`HTTP/1.1 200 OK\r\netag: "${length}"\r\ncontent-length: ${length}\r\n\r\n`);
    for (let sent = 0; sent < length && !socket.destroyed; sent += PIECE.byteLength) {
      const isTaken = socket.write(PIECE.subarray(0, Math.min(PIECE.byteLength, length - sent)));
      if (!isTaken) await new Promise<void>((resolve) => (goOn = resolve));
    }
  }
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
