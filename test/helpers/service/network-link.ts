import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { findFreePort } from './free-port.ts';

/** A network between processes and a server, which a test can cut. */
export interface NetworkLink {
  /** Where the processes connect to instead of the server. */
  readonly port: number;
  /** Nothing passes any more. Connections stay open, and new ones are accepted: nobody is told. */
  cut(): void;
  /** The server hears everything, but its answers do not arrive. */
  cutAnswers(): void;
  /** Everything passes again; `reset`: on new connections only. */
  restore(how: 'resume' | 'reset'): void;
  /** Ends all connections and refuses new ones, like a server that was killed; `accept`: it was started again. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a link to a port of this computer. */
export async function openNetworkLink(target: number): Promise<NetworkLink> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let isCut = { requests: false, answers: false };

  const apply = ([client, server]: readonly [Socket, Socket]): void => {
    if (isCut.requests) client.pause();
    else client.resume();
    if (isCut.answers) server.pause();
    else server.resume();
    // An end that came while nothing passed is heard now.
    if (!isCut.requests && server.destroyed) client.resetAndDestroy();
    if (!isCut.requests && client.destroyed) server.resetAndDestroy();
  };
  const set = (requests: boolean, answers: boolean): void => {
    isCut = { requests, answers };
    for (const pair of pairs) apply(pair);
  };
  const reset = (): void => {
    for (const [client, server] of pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  };

  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ port: target, host: '127.0.0.1', noDelay: true });
    const pair = [client, server] as const;
    pairs.add(pair);
    const forward = (from: Socket, to: Socket): void => {
      from.on('data', (chunk: Buffer) => void to.write(chunk));
      from.on('end', () => to.end());
      from.on('error', () => undefined);
      from.on('close', () => {
        if (to.destroyed) pairs.delete(pair);
        else if (!isCut.requests) to.destroySoon();
      });
    };
    forward(client, server);
    forward(server, client);
    apply(pair);
  });
  const listen = async (on: number): Promise<void> => {
    listener.listen(on, '127.0.0.1');
    await once(listener, 'listening');
  };
  await listen(await findFreePort());
  const { port } = listener.address() as AddressInfo;

  async function refuse(): Promise<void> {
    reset();
    if (!listener.listening) return;
    listener.close();
    await once(listener, 'close');
  }

  return {
    port,
    refuse,
    accept: () => listen(port),
    close: refuse,
    cut: () => set(true, true),
    cutAnswers: () => set(false, true),
    restore(how) {
      if (how === 'reset') reset();
      set(false, false);
    },
  };
}
