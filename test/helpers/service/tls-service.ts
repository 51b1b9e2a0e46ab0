import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import { makeTempFolder } from '../temp-folder.ts';

/** The name the certificate is made out to; only a proxy of ours knows where it leads. */
export const TLS_HOST = 'service.example';

/** A certificate that vouches for itself. */
export interface Certificate {
  readonly certFile: string;
  readonly cert: string;
  readonly key: string;
}

/** Makes one for a day with the system's `openssl`, for `service.example` and 127.0.0.1. */
export function makeCertificate(): Certificate {
  const folder = makeTempFolder();
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const names = `subjectAltName=DNS:${TLS_HOST},IP:127.0.0.1`;
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const subject = ['-subj', `/CN=${TLS_HOST}`, '-addext', names];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certFile, ...subject], {
    stdio: 'ignore',
  });
  return { certFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

/** TLS in front of a plain server on loopback, until the test ends; answers its port. */
export async function startTlsFront({ cert, key }: Certificate, plainOrigin: string): Promise<number> {
  const { hostname, port } = new URL(plainOrigin);
  return listen(
    tls.createServer({ cert, key }, (socket) => {
      const plain = connect(Number(port), hostname);
      socket.on('error', () => undefined).pipe(plain);
      // A reset would else stay on this side, and its reader wait for it.
      plain.on('error', () => socket.destroy()).pipe(socket);
    }),
  );
}

/** A proxy that opens tunnels. */
export interface TunnelProxy {
  readonly origin: string;
  /** Heads of the requests that came, as they came. */
  readonly heads: string[];
}

/** How a proxy answers a CONNECT: a tunnel to a port of this computer, or bytes and the end. */
export type TunnelAnswer = (head: string) => { readonly port: number } | { readonly bytes: string };

/** Listens until the test ends. */
export async function startTunnelProxy(answer: TunnelAnswer): Promise<TunnelProxy> {
  const heads: string[] = [];
  const port = await listen(
    createServer((client) => {
      client.on('error', () => undefined);
      client.once('data', (bytes: Buffer) => {
        const head = bytes.toString('latin1');
        heads.push(head);
        const reply = answer(head);
        if ('bytes' in reply) return void client.end(reply.bytes);
        const target = connect(reply.port, '127.0.0.1', () =>
          client.write('HTTP/1.1 200 Connection established\r\n\r\n'),
        );
        target.on('error', () => client.destroy()).pipe(client);
        client.pipe(target);
      });
    }),
  );
  return { origin: `http://127.0.0.1:${port}`, heads };
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
