import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimSource, ownerOf } from '../../src-main/hot-folders/folder-claim.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createVirtualClock } from '../helpers/virtual-clock.ts';
import { open, pass } from './lease-bench.ts';

const MARK = { folderId: 'in', fileId: '1:1', place: 'chair.png', version: '1:1', sha256: 'a'.repeat(64) };
const MAIN = path.join(import.meta.dirname, '../../src-main');

describe.skipIf(process.platform === 'win32')('what coordinates several instances', () => {
  const modeOf = (...parts: string[]): number => lstatSync(path.join(...parts)).mode & 0o7777;

  test.each(['2775', '1777', '770', '755'])('has the permissions of its hot folder: %s', async (permissions) => {
    const [folder, mode] = [makeTempFolder(), parseInt(permissions, 8)];
    chmodSync(folder, mode);
    const own = path.join(folder, '.dropforge');
    // As an earlier version created it.
    mkdirSync(own, { mode: 0o700 });
    const clock = createVirtualClock();
    const lease = open(folder, '/home/a', clock);
    await pass(clock, 2);
    expect([lease.isOurs(), await claimSource(folder, MARK, ownerOf('/home/a', 'one'))]).toEqual([true, 'new']);
    const [claim = ''] = readdirSync(path.join(own, 'taken'));
    expect([modeOf(own), modeOf(own, 'taken')]).toEqual([mode, mode]);
    const readable = (mode & 0o444) | 0o600;
    expect([modeOf(own, 'watch.1.json'), modeOf(own, 'taken', claim)]).toEqual([readable, readable]);
  });

  test('is not created through a link', async () => {
    const [folder, elsewhere, clock] = [makeTempFolder(), makeTempFolder(), createVirtualClock()];
    symlinkSync(elsewhere, path.join(folder, '.dropforge'));
    const lease = open(folder, '/home/a', clock);
    await pass(clock, 3);
    expect([lease.isOurs(), lease.problem()]).toMatchObject([false, { code: 'folder_unwritable' }]);
    await expect(claimSource(folder, MARK, ownerOf('/home/a', 'one'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

interface Person {
  readonly id: number;
  readonly home: string;
}
const ALICE: Person = { id: 65_001, home: '/home/alice' };
const BOB: Person = { id: 65_002, home: '/home/bob' };
const TEAM = 65_500;

/** Runs code as a person of the team. */
function commandOf({ id }: Person, umask: number, code: string): [string, string[]] {
  const user = ['--reuid', `${id}`, '--regid', `${id}`, '--groups', `${TEAM}`];
  const text = `process.umask(${umask});\n${code}`;
  return ['setpriv', [...user, process.execPath, '--input-type=module', '-e', text]];
}

const importing = (name: string, file: string): string =>
  `const { ${name} } = await import(${JSON.stringify(pathToFileURL(path.join(MAIN, file)).href)});`;

function claimAs(person: Person, umask: number, folder: string, place = MARK.place): string {
  const owner = ownerOf(person.home, 'here');
  const code = `${importing('claimSource', 'hot-folders/folder-claim.ts')}
    const mark = ${JSON.stringify({ ...MARK, place })};
    const claim = claimSource(${JSON.stringify(folder)}, mark, ${JSON.stringify(owner)});
    console.log(await claim.catch((error) => error.code));`;
  const { stdout, stderr } = spawnSync(...commandOf(person, umask, code), { encoding: 'utf8', cwd: '/' });
  return stdout.trim() || stderr;
}

/** Opens a lease until the test ends; resolves with what this person learns first. */
async function leaseAs({ home, ...person }: Person, umask: number, folder: string): Promise<string> {
  const code = `${importing('createFolderLease', 'hot-folders/folder-lease.ts')}
    ${importing('SYSTEM', 'base/system.ts')}
    const look = () => {
      const said = lease.isOurs() ? 'ours' : lease.elsewhere() !== null ? 'elsewhere' : lease.problem()?.code;
      if (said) console.log(said);
    };
    const lease = createFolderLease(${JSON.stringify(folder)}, ${JSON.stringify(home)}, SYSTEM.clock, look);`;
  const child = spawn(...commandOf({ ...person, home }, umask, code), {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  return new Promise((resolve) => child.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim())));
}

function canSwitchUsers(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const code = `fs.accessSync(${JSON.stringify(path.join(MAIN, 'app.ts'))})`;
  return spawnSync(...commandOf(ALICE, 0, `import fs from 'node:fs'; ${code}`), { cwd: '/' }).status === 0;
}

describe.skipIf(!canSwitchUsers())('two users of one hot folder (needs root)', { timeout: 60_000 }, () => {
  /** Outside the folder of temporary files, which is this user's alone. */
  const shareFolder = (mode: number): string => {
    const root = mkdtempSync('/tmp/dropforge-test-');
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    chownSync(root, 0, TEAM);
    chmodSync(root, mode);
    return root;
  };

  test.each([
    ['2775', '077'],
    ['2775', '022'],
    ['770', '022'],
    ['1777', '077'],
  ])('each see what the other claimed, one after the other: folder %s, umask %s', (permissions, mask) => {
    const [folder, umask] = [shareFolder(parseInt(permissions, 8)), parseInt(mask, 8)];
    expect([claimAs(ALICE, umask, folder), claimAs(BOB, umask, folder)]).toEqual(['new', 'others']);
    const later = [BOB, ALICE].map((person) => claimAs(person, umask, folder, 'lamp.png'));
    expect(later).toEqual(['new', 'others']);
  });

  test('have one lease, whatever their umask', async () => {
    const folder = shareFolder(0o2775);
    expect([await leaseAs(ALICE, 0o077, folder), await leaseAs(BOB, 0o077, folder)]).toEqual(['ours', 'elsewhere']);
  });

  test('create nothing and say why where the claims of the other are closed to them', async () => {
    const folder = shareFolder(0o2775);
    claimAs(ALICE, 0o022, folder);
    chmodSync(path.join(folder, '.dropforge'), 0o700);
    expect([claimAs(BOB, 0o022, folder), await leaseAs(BOB, 0o022, folder)]).toEqual(['EACCES', 'folder_unwritable']);
  });

  test('respect the claims of the other in a folder that only the other may write to', () => {
    const folder = shareFolder(0o755);
    chownSync(folder, ALICE.id, ALICE.id);
    expect(claimAs(BOB, 0o077, folder)).toBe('none');
    expect([claimAs(ALICE, 0o077, folder), claimAs(BOB, 0o077, folder)]).toEqual(['new', 'others']);
  });
});
