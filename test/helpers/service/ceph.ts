import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { findFreePort } from './free-port.ts';

/** A step that hangs fails. */
const STEP_MS = 100_000;
const execute = promisify(execFile);
const run = (program: string, args: readonly string[]) => execute(program, args, { timeout: STEP_MS });

/** Where Debian and Ubuntu install the programs. */
const isInstalled = (program: string) => {
  try {
    accessSync(`/usr/bin/${program}`, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of a Ceph that can be started here with its S3 gateway; null: it is not installed. */
export function findCeph(): string | null {
  const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'setpriv'];
  return programs.every(isInstalled) ? '/usr/bin/ceph-mon' : null;
}

/** True if Ceph is installed. */
export const HAS_CEPH = findCeph() !== null;

/** How to get one. */
export const NO_CEPH = 'no Ceph: apt-get install ceph-mon ceph-osd radosgw';

/** A key that may do everything. */
export const CEPH_KEY = { accessKeyId: 'dropforge', secretAccessKey: 'dropforge-secret' };

/** A running Ceph. */
export interface Ceph {
  readonly endpoint: string;
  /** Ends the S3 gateway with kill -9, or starts it again. */
  killGateway(): Promise<void>;
  startGateway(): Promise<void>;
  /** Lets the key store so many bytes; null: any number. */
  limit(bytes: number | null): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Ceph of one monitor, one OSD in memory and one S3 gateway on loopback; takes about 15 seconds. */
export async function startCeph(): Promise<Ceph> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dropforge-ceph-'));
  const inFolder = (name: string) => path.join(folder, name);
  for (const name of ['mon', 'osd', 'run']) mkdirSync(inFolder(name));
  const [port, mon2, mon1] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const address = `[v2:127.0.0.1:${mon2},v1:127.0.0.1:${mon1}]`;
  const fsid = randomUUID();
  writeFileSync(inFolder('ceph.conf'), describe(folder, fsid, address, port));
  const config = ['-c', inFolder('ceph.conf')];
  const keyring = inFolder('keyring');

  const grant = (name: string, ...caps: string[]) => run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...caps]);
  const all = ['mon', 'osd', 'mgr'].flatMap((part) => ['--cap', part, 'allow *']);
  await run('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *']);
  await grant('client.admin', ...all);
  await grant('client.rgw', '--cap', 'mon', 'allow rwx', '--cap', 'osd', 'allow rwx');
  await grant('osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *');
  const map = inFolder('monmap');
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', address, map]);
  await run('ceph-mon', [...config, '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring]);

  const daemons: ChildProcess[] = [];
  // They end with this process in any case.
  const start = (program: string, ...args: string[]) =>
    daemons.push(spawn('setpriv', ['--pdeathsig', 'KILL', program, ...config, '-f', ...args], { stdio: 'ignore' }));
  const stop = async () => {
    const ends = daemons.filter((daemon) => daemon.exitCode === null).map((daemon) => once(daemon, 'exit'));
    for (const daemon of daemons) daemon.kill('SIGKILL');
    await Promise.all(ends);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    start('ceph-mon', '-i', 'a');
    await run('ceph', [...config, 'auth', 'import', '-i', keyring]);
    const osd = randomUUID();
    await run('ceph', [...config, 'osd', 'new', osd]);
    await run('ceph-osd', [...config, '-i', '0', '--mkfs', '--osd-uuid', osd]);
    start('ceph-osd', '-i', '0');
    const endpoint = `http://127.0.0.1:${port}`;
    const startGateway = async () => {
      start('radosgw', '-n', 'client.rgw');
      await vi.waitFor(async () => expect((await fetch(endpoint)).ok).toBe(true), { timeout: 120_000, interval: 50 });
    };
    await startGateway();
    const { accessKeyId, secretAccessKey } = CEPH_KEY;
    const key = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
    await run('radosgw-admin', [...config, 'user', 'create', '--uid=dropforge', '--display-name=Dropforge', ...key]);
    return {
      ...{ endpoint, stop, startGateway },
      async killGateway() {
        const gateway = daemons.pop();
        gateway?.kill('SIGKILL');
        if (gateway) await once(gateway, 'exit');
      },
      async limit(bytes) {
        const quota = (...args: string[]) =>
          run('radosgw-admin', [...config, 'quota', ...args, '--quota-scope=user', '--uid=dropforge']);
        if (bytes === null) return void (await quota('disable'));
        await quota('set', `--max-size=${bytes}`);
        await quota('enable');
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function describe(folder: string, fsid: string, monitors: string, port: number): string {
  const settings = {
    fsid,
    mon_host: monitors,
    public_addr: '127.0.0.1',
    cluster_addr: '127.0.0.1',
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 4,
    osd_pool_default_pg_autoscale_mode: 'off',
    osd_crush_chooseleaf_type: 0,
    mon_max_pg_per_osd: 2000,
    osd_objectstore: 'memstore',
    memstore_device_bytes: 2 ** 30,
    mon_data: `${folder}/mon`,
    osd_data: `${folder}/osd`,
    run_dir: `${folder}/run`,
    admin_socket: `${folder}/run/$name.asok`,
    crash_dir: `${folder}/run`,
    keyring: `${folder}/keyring`,
    // Quotas are kept at once.
    rgw_bucket_quota_ttl: 0,
    rgw_user_quota_bucket_sync_interval: 1,
    log_file: '',
    mon_cluster_log_file: '',
    rgw_frontends: `beast endpoint=127.0.0.1:${port}`,
  };
  return `[global]\n${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`;
}
