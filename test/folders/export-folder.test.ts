import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { assertWritable, isWritable, removeLeftovers } from '../../src-main/folders/export-folder.ts';
import { withPart } from '../../src-main/folders/export-part.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

function setUp(): { library: string; out: string } {
  const root = makeTempFolder();
  const library = path.join(root, 'library');
  mkdirSync(library);
  return { library, out: path.join(root, 'new', 'export') };
}

describe('a folder that cannot take files', () => {
  test('is a file: refused at the check and at the export alike', async () => {
    const { library } = setUp();
    const out = path.join(library, 'export');
    writeFileSync(out, 'a file');
    const unwritable = expect.objectContaining({ code: 'folder_unwritable', subject: out }) as Error;
    expect(await isWritable(out)).toBe(false);
    expect(await isWritable(path.join(out, 'below'))).toBe(false);
    await expect(assertWritable(out)).rejects.toEqual(unwritable);
    expect(readFileSync(out, 'utf8')).toBe('a file');
  });

  test('does not exist yet: it can be made', async () => {
    const { out } = setUp();
    expect(await isWritable(out)).toBe(true);
    await assertWritable(out);
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('an unfinished export', () => {
  /** A process at work on one, and where. */
  async function startExport(target: string): Promise<{ part: string; kill: () => Promise<void> }> {
    const child = fork(path.join(import.meta.dirname, 'part-process.ts'), [target], { execArgv: [] });
    const gone = once(child, 'exit');
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL');
      await gone;
    };
    onTestFinished(kill);
    const [part] = (await once(child, 'message')) as [string];
    return { part, kill };
  }

  /** One of another computer, or of a program that does not say whose it is, last written so many hours ago. */
  function leave(out: string, name: string, hours: number): string {
    const part = path.join(out, name);
    mkdirSync(path.join(part, 'obj'), { recursive: true });
    writeFileSync(path.join(part, 'obj/chair.obj'), 'v 0 0 0');
    const then = Date.now() / 1000 - hours * 3600;
    for (const each of ['obj/chair.obj', 'obj', '.']) utimesSync(path.join(part, each), then, then);
    return part;
  }

  test('of a process that died is removed, one of a process at work stays', async () => {
    const { out } = setUp();
    mkdirSync(out, { recursive: true });
    const [dead, alive] = await Promise.all([
      startExport(path.join(out, 'chair')),
      startExport(path.join(out, 'chair')),
    ]);
    await dead.kill();
    await removeLeftovers(out);
    expect([existsSync(dead.part), existsSync(alive.part)]).toEqual([false, true]);
    await alive.kill();
    await removeLeftovers(out);
    expect(readdirSync(out)).toEqual([]);
  });

  test('of this process stays as long as the work on it goes on', async () => {
    const { out } = setUp();
    mkdirSync(out, { recursive: true });
    const target = path.join(out, 'chair.glb');
    const part = await withPart(target, SYSTEM, async (part) => {
      writeFileSync(part, 'glTF');
      await removeLeftovers(out);
      expect(existsSync(part)).toBe(true);
      return part;
    });
    await removeLeftovers(out);
    expect(existsSync(part)).toBe(false);
  });

  test('of another computer is removed after a day in which nothing moved', async () => {
    const { out } = setUp();
    mkdirSync(out, { recursive: true });
    const fresh = leave(out, '.chair.00000000-1.0a1b2c3d.part', 23);
    const moving = leave(out, '.lamp.00000000-1.0a1b2c3d.part', 30);
    writeFileSync(path.join(moving, 'obj/lamp.obj'), 'v 0 0 0');
    const old = leave(out, '.table.00000000-1.0a1b2c3d.part', 25);
    const unsigned = leave(out, '.bed.0a1b2c3d.part', 25);
    await removeLeftovers(out);
    expect([fresh, moving, old, unsigned].map((part) => existsSync(part))).toEqual([true, true, false, false]);
    expect(readdirSync(out).sort()).toEqual([path.basename(fresh), path.basename(moving)].sort());
  });

  test('that cannot be removed is logged and stays; the others are removed', async () => {
    const { out } = setUp();
    mkdirSync(out, { recursive: true });
    const kept = leave(out, '.chair.00000000-1.0a1b2c3d.part', 25);
    const removed = leave(out, '.table.00000000-1.0a1b2c3d.part', 25);
    const readOnly = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    const remove = (part: string) => (part === kept ? Promise.reject(readOnly) : SYSTEM.disk.remove(part));
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await removeLeftovers(out, { ...SYSTEM, disk: { ...SYSTEM.disk, remove } });
    expect([kept, removed].map((part) => existsSync(part))).toEqual([true, false]);
    expect(logged.mock.calls).toEqual([[expect.stringContaining(`${path.basename(kept)} was not removed`)]]);
  });

  test('is told from all else that is hidden', async () => {
    const { out } = setUp();
    mkdirSync(out, { recursive: true });
    const mine = ['.hidden', '.notes.part', '.x.0A1B2C3D.part', 'chair.glb.0a1b2c3d.part', 'movie.part'];
    for (const name of mine) leave(out, name, 1000);
    await removeLeftovers(out);
    expect(readdirSync(out).sort()).toEqual(mine.sort());
    await expect(removeLeftovers(path.join(out, 'nowhere'))).resolves.toBeUndefined();
  });
});

test.skipIf(process.platform !== 'linux')(
  'a place where the system makes no folders is refused, not waited for',
  async () => {
    await expect(assertWritable('/proc/no/such/place')).rejects.toMatchObject({ code: 'folder_unwritable' });
  },
);
