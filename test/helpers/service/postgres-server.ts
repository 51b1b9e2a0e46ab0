import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { findFreePort } from './free-port.ts';

/** A PostgreSQL server of a test, from the system's packages. */
export interface PostgresServer {
  /** The database of a name, which is created. */
  createDatabase(name: string): string;
  /** Ends the server as a power failure does, without a checkpoint. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Where Debian installs the programs of the server, newest version first. */
const PACKAGES = '/usr/lib/postgresql';

/** The folder of the server's programs; null if it is not installed. */
export function findPostgres(): string | null {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).sort((a, b) => Number(b) - Number(a)) : [];
  return (
    versions
      .map((version) => path.join(PACKAGES, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'postgres'))) ?? null
  );
}

/** Starts a server on an empty folder and a free port; `own` are further settings, such as `work_mem=1MB`. */
export async function startPostgres(bin: string, own: readonly string[] = []): Promise<PostgresServer> {
  // The server refuses to run as root; its packages create an account for it.
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const folder = mkdtempSync('/tmp/dropforge-postgres-');
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  const run = (name: string, args: readonly string[]) =>
    execFileSync(path.join(bin, name), args, { ...owner, cwd: folder, stdio: 'pipe' });
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync']);
  // Everybody is trusted except these users.
  const rules = path.join(data, 'pg_hba.conf');
  writeFileSync(rules, `host all locked,dropforge 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`);
  const port = await findFreePort();
  let server = await start();

  async function start(): Promise<ChildProcess> {
    const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', 'unix_socket_directories=', ...own];
    const child = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    for await (const chunk of child.stderr) if (String(chunk).includes('ready to accept')) break;
    child.stderr.resume();
    return child;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  }

  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  return {
    createDatabase(name) {
      run('createdb', [...connection, name]);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    // SIGQUIT is the immediate shutdown: all processes end at once, and the next start recovers.
    kill: () => end('SIGQUIT'),
    restart: async () => void (server = await start()),
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
}
