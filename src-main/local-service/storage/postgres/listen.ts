import pg from 'pg';

/** Pause before a lost connection is opened again. */
const RECONNECT_MS = 500;

/** A connection that was cut off is silent, not closed: it is asked this often, and given up without an answer. */
const PROBE_MS = 5_000;

/** A server that was cut off does not close its side: the connection is destroyed after this time. */
const END_MS = 1_000;

/** Channels of notifications and their listeners. */
type Listeners = Readonly<Record<string, (payload: string) => void>>;

/** A connection that hears notifications. */
export interface Listening {
  close(): Promise<void>;
}

/**
 * Hears notifications of the database, on a connection of its own that is opened again whenever it is lost. What is sent
 * meanwhile is missed: notifications save waiting, and nothing may depend on one. `onConnect` is called at each start.
 */
export function listenTo(url: string, listeners: Listeners, onConnect: () => void = () => undefined): Listening {
  let isClosed = false;
  let client: pg.Client | null = null;
  let pause: NodeJS.Timeout | undefined;
  let wake: () => void = () => undefined;

  async function hear(): Promise<void> {
    const current = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    });
    client = current;
    const ended = new Promise<void>((resolve) => {
      current.on('end', resolve);
      current.on('error', () => resolve());
    });
    current.on('notification', ({ channel, payload = '' }) => listeners[channel]?.(payload));
    const probe = setInterval(() => {
      current.query('SELECT 1').catch(() => void end(current));
    }, PROBE_MS);
    try {
      // A connection that is closed while it is being made tells nobody that it failed.
      await Promise.race([current.connect(), ended]);
      for (const channel of Object.keys(listeners)) await current.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onConnect();
      await ended;
    } catch {
      // Opened again below.
    } finally {
      clearInterval(probe);
      await end(current);
    }
  }

  async function hearForEver(): Promise<void> {
    while (!isClosed) {
      await hear();
      if (isClosed) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        pause = setTimeout(resolve, RECONNECT_MS);
      });
    }
  }

  const hearing = hearForEver();
  return {
    async close() {
      isClosed = true;
      clearTimeout(pause);
      wake();
      if (client) await end(client);
      await hearing;
    },
  };
}

async function end(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), END_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
