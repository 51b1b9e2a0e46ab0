import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePrivateFolderSync } from '../../../src-main/base/files/private-files.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { runJson } from '../../helpers/cli.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const modeOf = (file: string): number => lstatSync(file).mode & 0o777;

describe.skipIf(process.platform === 'win32')('data of this user', () => {
  test('is closed to other users after a whole job: home, database, settings, log and local service', async () => {
    const root = makeTempFolder();
    const home = path.join(root, 'home');
    const image = await writeSampleImage(root, 'a.png', 24);
    const run = await runJson(['make', image, '--home', home, '--out', path.join(root, 'out'), '--yes']);
    expect(run.code).toBe(0);
    expect(modeOf(home)).toBe(0o700);
    const open = readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(db|db-wal|db-shm|json|log)$/.test(name) && !name.startsWith('library'))
      .filter((name) => (modeOf(path.join(home, name)) & 0o077) !== 0);
    expect(open).toEqual([]);
    // Other programs read the results.
    expect(modeOf(path.join(root, 'out')) & 0o055).not.toBe(0);
  });

  test('of an earlier version, open to everybody, is closed at the next start', () => {
    const home = path.join(makeTempFolder(), 'home');
    openQueueStore(home).close();
    chmodSync(home, 0o755);
    chmodSync(path.join(home, 'queue.db'), 0o644);
    openQueueStore(home).close();
    expect([modeOf(home), modeOf(path.join(home, 'queue.db'))]).toEqual([0o700, 0o600]);
  });

  test('a folder with other things keeps its permissions', () => {
    const folder = path.join(makeTempFolder(), 'shared');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    writeFileSync(path.join(folder, 'notes.txt'), 'of somebody');
    makePrivateFolderSync(folder);
    expect(modeOf(folder)).toBe(0o755);
  });

  test.skipIf(process.getuid?.() !== 0)('another user can neither read nor lock the queue (needs root)', () => {
    const home = path.join(makeTempFolder(), 'home');
    openQueueStore(home).close();
    chmodSync(path.dirname(home), 0o755);
    const open = `new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path.join(home, 'queue.db'))}).exec('begin')`;
    const other = spawnSync(process.execPath, ['-e', open], { uid: 65_534, gid: 65_534, encoding: 'utf8' });
    expect(other.stderr).toMatch(/unable to open database file|EACCES|permission denied/i);
    expect(() => openQueueStore(home).close()).not.toThrow();
  });
});
