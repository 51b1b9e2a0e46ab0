import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemDisk, type Disk } from '../../src-main/base/files/disk.ts';
import { writeFileDurably } from '../../src-main/base/files/durable-file.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { collectSources } from '../../src-main/folders/collect-sources.ts';
import { exportFile } from '../../src-main/folders/export-file.ts';
import { createIncomingFiles } from '../../src-main/folders/incoming-files.ts';
import { pathOf } from '../../src-main/folders/source-files.ts';
import { toReadyFile } from '../../src-main/folders/watching/ready-file.ts';
import { archiveSource } from '../../src-main/hot-folders/archive-source.ts';
import { createFolderLease } from '../../src-main/hot-folders/folder-lease.ts';
import { markFile, toNewSource } from '../../src-main/hot-folders/ready-source.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { createNodeNetwork } from '../../src-main/service-client/http/node-network.ts';
import { hashFile } from '../../src-main/base/files/hash-file.ts';
import { httpAnswer, startRawService } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createVirtualClock } from '../helpers/virtual-clock.ts';

const SECRET = 'of somebody else';
const OWN = 'what the user gave';
const never = new AbortController().signal;

/** A folder that others may write to, and a private file outside. */
function setUp() {
  const root = makeTempFolder();
  const [shared, secret] = [path.join(root, 'shared'), path.join(root, 'secret.png')];
  mkdirSync(shared);
  writeFileSync(secret, SECRET);
  return { root, shared, secret };
}

/** Two ways to give another file a name in the folder. */
const LINKS = [
  ['a symbolic link', symlinkSync],
  ['a hard link', linkSync],
] as const;

describe('a source that is replaced by a link is not uploaded', () => {
  /** A service that keeps the bodies of its uploads. */
  async function startReceiver(disk: Disk) {
    const bodies: string[] = [];
    const service = await startRawService((socket, request) => {
      if (request.method === 'PUT') bodies.push(request.body.toString());
      const data = { presigned_url: `http://${request.headers['host']}/put`, file_token: 'file_1', expires_in: 1800 };
      socket.write(httpAnswer(200, request.method === 'PUT' ? '' : JSON.stringify({ code: 0, data })));
    });
    const client = createServiceClient(service.profile, createNodeNetwork(), { ...SYSTEM, disk });
    onTestFinished(() => client.close());
    return { client, bodies };
  }

  test.each(['its file', 'its folder'])(
    'while it is opened, and put back before it is checked again: %s',
    async (what) => {
      const { root, shared, secret } = setUp();
      const [folder, file] = [path.join(shared, 'chairs'), path.join(shared, 'chairs', 'a.png')];
      mkdirSync(folder);
      writeFileSync(file, OWN);
      const elsewhere = path.join(root, 'elsewhere');
      mkdirSync(elsewhere);
      writeFileSync(path.join(elsewhere, 'a.png'), SECRET);
      const [swapped, target] = what === 'its file' ? [file, secret] : [folder, elsewhere];
      const disk: Disk = {
        ...systemDisk,
        open: async (at, mode) => {
          renameSync(swapped, `${swapped}.aside`);
          symlinkSync(target, swapped);
          const opened = await systemDisk.open(at, mode);
          rmSync(swapped);
          renameSync(`${swapped}.aside`, swapped);
          return opened;
        },
      };
      const { client, bodies } = await startReceiver(disk);
      await expect(client.upload(file, 'png', never, () => undefined)).rejects.toMatchObject({
        code: 'file_unreadable',
        subject: 'a.png',
      });
      expect(bodies).toEqual([]);
    },
  );

  test('between the check of its content and the upload', async () => {
    const { shared, secret } = setUp();
    const file = path.join(shared, 'a.png');
    writeFileSync(file, OWN);
    const checked = await systemDisk.stat(file);
    rmSync(file);
    symlinkSync(secret, file);
    const { client, bodies } = await startReceiver(systemDisk);
    const sent = client.upload(file, 'png', never, () => undefined, checked?.version);
    await expect(sent).rejects.toMatchObject({ code: 'file_unreadable' });
    expect(bodies).toEqual([]);
  });

  test('a link that was given leads to its file, whatever the link becomes', async () => {
    const { shared, secret, root } = setUp();
    const [chair, link] = [path.join(root, 'chair.png'), path.join(shared, 'link.png')];
    writeFileSync(chair, OWN);
    symlinkSync(chair, link);
    const { sources } = await collectSources([{ path: link }]);
    rmSync(link);
    symlinkSync(secret, link);
    expect(sources.map((source) => [source.name, readFileSync(pathOf(source), 'utf8')])).toEqual([['link.png', OWN]]);
  });
});

describe('an entry of a hot folder', () => {
  test('that becomes a link and a file again without end is never identified by the content of the link', async () => {
    const { shared, secret } = setUp();
    const file = path.join(shared, 'a.txt');
    writeFileSync(file, OWN);
    const ready = toReadyFile(file, lstatSync(file, { bigint: true }))!;
    const outside = await hashFile(secret);
    const racer = new Worker(
      `const fs = require('node:fs');
       const { file, secret } = require('node:worker_threads').workerData;
       fs.linkSync(file, file + '.own');
       for (;;) {
         fs.symlinkSync(secret, file + '.link');
         fs.renameSync(file + '.link', file);
         fs.linkSync(file + '.own', file + '.back');
         fs.renameSync(file + '.back', file);
       }`,
      { eval: true, workerData: { file, secret } },
    );
    onTestFinished(async () => void (await racer.terminate()));
    await expect.poll(() => existsSync(`${file}.own`)).toBe(true);
    const hashes = new Set<string | undefined>();
    for (let n = 0; n < 3_000; n++) {
      hashes.add((await markFile(shared, 'in', { ...ready, bytes: SECRET.length }).catch(() => null))?.sha256);
    }
    expect(hashes).not.toContain(outside.sha256);
  });

  test('that is a prompt is read as it was identified', async () => {
    const { shared, secret } = setUp();
    const file = path.join(shared, 'a.txt');
    writeFileSync(file, OWN);
    const ready = toReadyFile(file, lstatSync(file, { bigint: true }))!;
    const mark = (await markFile(shared, 'in', ready))!;
    const marked = [{ file: ready, mark, slot: null }];
    expect(await toNewSource({ name: 'a.txt' }, marked)).toMatchObject({ prompt: OWN });
    rmSync(file);
    symlinkSync(secret, file);
    await expect(toNewSource({ name: 'a.txt' }, marked)).rejects.toMatchObject({ code: 'source_replaced' });
  });
});

describe('a file outside is not overwritten', () => {
  test.each(LINKS)('through %s with the name of a part', async (_, link) => {
    const { shared, secret } = setUp();
    link(secret, path.join(shared, '.manifest.json.part'));
    await writeFileDurably(path.join(shared, 'manifest.json'), OWN);
    expect(readFileSync(secret, 'utf8')).toBe(SECRET);
    expect(readdirSync(shared)).toEqual(['manifest.json']);
  });

  test.each(LINKS)('through %s with the name of the text beside a failed source', async (_, link) => {
    const { shared, secret } = setUp();
    writeFileSync(path.join(shared, 'a.png'), OWN);
    mkdirSync(path.join(shared, 'failed'));
    link(secret, path.join(shared, 'failed', '.a.png.txt.part'));
    link(secret, path.join(shared, 'failed', 'a.png.txt'));
    await archiveSource(shared, [path.join(shared, 'a.png')], 'failed', 'No shape.');
    expect(readFileSync(secret, 'utf8')).toBe(SECRET);
    expect(readFileSync(path.join(shared, 'failed', 'a.png (2).txt'), 'utf8')).toBe('No shape.\n');
    expect(readdirSync(path.join(shared, 'failed')).sort()).toEqual(['a.png', 'a.png (2).txt', 'a.png.txt']);
  });

  test.each(LINKS)('through %s with the name of the lease of a hot folder', async (_, link) => {
    const { shared, secret } = setUp();
    const clock = createVirtualClock();
    const lease = createFolderLease(shared, '/home/a', clock, () => undefined);
    onTestFinished(() => lease.close());
    await expect.poll(() => lease.isOurs()).toBe(true);
    const file = path.join(shared, '.dropforge', 'watch.1.json');
    rmSync(file);
    link(secret, file);
    for (let second = 0; second < 60; second++) {
      await expect.poll(() => clock.timers(), { interval: 1 }).toBe(1);
      await clock.advance(1_000);
    }
    expect(readFileSync(secret, 'utf8')).toBe(SECRET);
    expect(lease.isOurs()).toBe(true);
  });

  test.each(LINKS)('through %s with the hidden name of an export', async (_, link) => {
    const { root, shared, secret } = setUp();
    const model = path.join(root, 'model.glb');
    writeFileSync(model, OWN);
    const { sha256 } = await hashFile(model);
    // Somebody who sees the hidden name at once.
    const disk: Disk = {
      ...systemDisk,
      copyFile: (from, to) => {
        if (!existsSync(to)) link(secret, to);
        return systemDisk.copyFile(from, to);
      },
    };
    const exported = exportFile(
      shared,
      { path: model, sha256, baseName: 'chair', extension: 'glb' },
      { ...SYSTEM, disk },
    );
    await expect(exported).rejects.toMatchObject({ code: 'folder_unwritable' });
    expect(readFileSync(secret, 'utf8')).toBe(SECRET);
    expect(readdirSync(shared)).toEqual([]);
  });

  test('by a file of the page, whose name is a path', async () => {
    const { root, secret } = setUp();
    const inbox = createIncomingFiles(path.join(root, 'home'));
    for (const name of ['../secret.png', secret, '..\\secret.png']) {
      await inbox.receive(name, Readable.from([Buffer.from(OWN)]));
    }
    expect(readFileSync(secret, 'utf8')).toBe(SECRET);
    expect(readdirSync(path.join(root, 'home', 'inbox'))).toHaveLength(3);
  });
});
