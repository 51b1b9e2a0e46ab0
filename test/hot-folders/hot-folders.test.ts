import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { spending } from '../../src-shared/settings/settings.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openHot } from './bench.ts';
import { checkRestart, checkSharedViews, checkTwoHomes } from './claim-checks.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

let PNG: Buffer;
beforeAll(async () => {
  PNG = await drawShape(32);
});

/** An image unlike every other, complete by its container. */
const picture = (n: number): Buffer => {
  const bytes = Buffer.from(PNG);
  // Inside the coded data, where nobody here looks.
  bytes.writeUInt32BE(n, 60);
  return bytes;
};

function replaceByCopy(file: string): void {
  copyFileSync(file, `${file}.part`);
  renameSync(`${file}.part`, file);
}

function replaceByOther(file: string): void {
  renameSync(file, path.join(path.dirname(file), 'stool.png'));
  writeFileSync(file, picture(7));
}

describe('what is put into a hot folder', () => {
  test('becomes a job each: images, models when they are whole, prompts', async () => {
    const { put, names, hot, queue } = await openHot();
    put('chair.png', PNG);
    put('deep/lamp.png', picture(1));
    put('README.txt', 'Made by hand.');
    put('words.txt', 'a red chair');
    put('blue.prompt', 'a blue chair');
    put('.hidden.png', PNG);
    put('half.png.part', PNG);
    put('empty.png', '');
    put('notes.doc', 'nothing for us');
    await expect.poll(() => names().sort()).toEqual(['blue.prompt', 'chair.png', 'lamp.png', 'words.txt']);
    expect(queue.records().find(({ name }) => name === 'words.txt')).toMatchObject({
      kind: 'prompt',
      prompt: 'a red chair',
      origin: 'in',
      recipe: 'draft',
    });
    await hot.settle();
    expect(names()).toHaveLength(4);
  });

  test('is one job where the names say that it shows one thing from several sides', async () => {
    const { put, names, queue } = await openHot();
    put('chair_left.png', picture(1));
    put('chair_front.png', picture(2));
    put('lamp/front.png', picture(3));
    put('lamp/back.png', picture(4));
    put('lamp/left.png', picture(5));
    put('lamp/right.png', picture(6));
    await expect.poll(() => names().sort()).toEqual(['chair', 'lamp']);
    const slots = (name: string) =>
      queue
        .records()
        .find((record) => record.name === name)
        ?.sources.map(({ slot }) => slot);
    expect([slots('lamp'), slots('chair')]).toEqual([
      ['front', 'left', 'back', 'right'],
      ['front', 'left'],
    ]);
  });

  test('without a front waits for it, and says so', async () => {
    const { put, names, hot } = await openHot();
    put('chair_left.png', picture(1));
    put('chair_back.png', picture(2));
    await expect.poll(() => hot.list()[0]?.problems).toMatchObject([{ code: 'front_missing', subject: 'chair' }]);
    expect(names()).toEqual([]);
    put('chair_front.png', picture(3));
    await expect.poll(names).toEqual(['chair']);
  });

  test('is made as its sidecar says, and goes to “failed” with the reason where that is wrong', async () => {
    const { put, names, queue, files, folder } = await openHot();
    put('good.json', '{"recipe": "game", "face_limit": 3000, "priority": "high"}');
    put('bad.json', '{"face_limits": 3000}');
    put('good.png', PNG);
    put('bad.png', picture(1));
    await expect.poll(names).toEqual(['good.png']);
    expect(queue.records()[0]).toMatchObject({
      recipe: 'game',
      priority: 'high',
      steps: [{ params: { face_limit: 3000 } }, {}],
    });
    const left = ['failed/bad.json', 'failed/bad.png', 'failed/bad.png.txt', 'good.json', 'good.png'];
    await expect.poll(files).toEqual(left);
    expect(readFileSync(path.join(folder, 'failed/bad.png.txt'), 'utf8')).toMatch(
      /^bad\.json cannot be used\. .*face_limits: image_to_model does not have this parameter.* Nothing was charged\. Correct it/,
    );
  });

  test('is no link to something else, whatever it is called', async () => {
    const { put, names, folder, root, hot } = await openHot();
    writeFileSync(path.join(root, 'private.key'), PNG);
    symlinkSync(path.join(root, 'private.key'), path.join(folder, 'picture.png'));
    symlinkSync(root, path.join(folder, 'around'));
    put('real.png', picture(1));
    await expect.poll(names).toEqual(['real.png']);
    await hot.settle();
    expect(names()).toEqual(['real.png']);
  });
});

describe('a file is taken once', () => {
  test('whatever is restarted, touched or renamed', () => checkRestart());

  test('but another content under its name is another source', async () => {
    const { put, names } = await openHot({ patch: { after: 'stay' } });
    put('chair.png', PNG);
    await expect.poll(names).toEqual(['chair.png']);
    put('chair.png', picture(9));
    await expect.poll(names).toEqual(['chair.png', 'chair.png']);
  });

  test('also where the app ends between any two files', async () => {
    const root = makeTempFolder();
    let seen = 0;
    for (let round = 0; round < 4; round++) {
      const bench = await openHot({ root, patch: { after: 'stay' } });
      for (let n = 0; n < 12; n++) bench.put(`r${round}-${n}.png`, picture(100 * round + n));
      await expect.poll(() => bench.names().length).toBeGreaterThan(seen);
      await bench.close();
      seen = bench.names().length;
    }
    const last = await openHot({ root, patch: { after: 'stay' } });
    await expect.poll(() => last.names().length).toBe(48);
    await last.hot.settle();
    expect(new Set(last.names()).size).toBe(48);
  });

  test('and again when a person puts it back after its job', async () => {
    const { put, names, cancel, files, folder, queue } = await openHot();
    put('chair.png', PNG);
    await expect.poll(names).toEqual(['chair.png']);
    cancel('chair.png');
    await expect.poll(files).toEqual(['failed/chair.png', 'failed/chair.png.txt']);
    expect(readFileSync(path.join(folder, 'failed/chair.png.txt'), 'utf8')).toBe('chair.png was cancelled.\n');
    await expect.poll(() => queue.records()[0]?.sources[0]?.taken).toBeUndefined();
    renameSync(path.join(folder, 'failed/chair.png'), path.join(folder, 'chair.png'));
    await expect.poll(names).toEqual(['chair.png', 'chair.png']);
  });

  test('a source that ended while nobody watched is put away at the next start', async () => {
    const first = await openHot();
    first.put('chair.png', PNG);
    await expect.poll(first.names).toEqual(['chair.png']);
    await first.hot.close();
    first.cancel('chair.png');
    await first.close();
    const { files, queue, folder } = await openHot({ root: first.root });
    await expect.poll(files).toEqual(['failed/chair.png', 'failed/chair.png.txt']);
    await expect
      .poll(() => queue.records()[0]?.sources[0])
      .toMatchObject({ path: path.join(folder, 'failed/chair.png') });
  });

  test.each<[string, (file: string) => void, string]>([
    ['touched', (file) => utimesSync(file, new Date(), new Date(Date.now() + 5_000)), 'failed/chair.png'],
    ['replaced by identical content', replaceByCopy, 'failed/chair.png'],
    ['renamed', (file) => renameSync(file, path.join(path.dirname(file), 'stool.png')), 'stool.png'],
    ['renamed and replaced by another file', replaceByOther, 'stool.png'],
  ])('also when it is %s while its job runs', async (_, change, place) => {
    const first = await openHot();
    const file = first.put('chair.png', PNG);
    await expect.poll(first.names).toEqual(['chair.png']);
    change(file);
    await first.hot.settle();
    const jobs = first.names();
    first.queue.cancel([first.queue.records()[0]?.id ?? '']);
    await expect.poll(() => first.queue.records()[0]?.sources[0]?.taken).toBeUndefined();
    expect(first.files()).toContain(place);
    await first.hot.settle();
    await first.close();
    const again = await openHot({ root: first.root });
    await again.hot.settle();
    expect(again.names()).toEqual(jobs);
    // Put back by a person, it is processed again.
    if (place.startsWith('failed')) renameSync(path.join(again.folder, place), file);
    await again.hot.settle();
    expect(again.names()).toHaveLength(place.startsWith('failed') ? 2 : jobs.length);
  });

  test('but again when it has its earlier content again after the job of that', async () => {
    const { put, names, hot, queue } = await openHot();
    put('chair.png', PNG);
    await expect.poll(names).toHaveLength(1);
    put('chair.png', picture(5));
    await expect.poll(names).toHaveLength(2);
    queue.cancel([queue.records()[0]?.id ?? '']);
    await expect.poll(() => queue.records()[0]?.sources[0]?.taken).toBeUndefined();
    put('chair.png', PNG);
    await hot.settle();
    expect(names()).toHaveLength(3);
  });

  test('also where the disk finds “failed” under another spelling, or as a link to a folder inside', async () => {
    const root = makeTempFolder();
    mkdirSync(path.join(root, 'in', 'Failed'), { recursive: true });
    symlinkSync('Failed', path.join(root, 'in', 'failed'));
    const { put, names, cancel, hot } = await openHot({ root });
    put('chair.prompt', 'a red chair');
    await hot.settle();
    cancel('chair.prompt');
    await hot.settle();
    await hot.settle();
    expect(names()).toEqual(['chair.prompt']);
  });

  test('also where its name and that of its folder are decomposed, as a Mac writes them', async () => {
    const root = makeTempFolder();
    const [source, refused] = ['Stühle/grün.prompt', 'Stühle/schön.prompt'].map((name) => name.normalize('NFD'));
    const first = await openHot({ root });
    first.put(source!, 'a green chair');
    first.put(refused!, 'long '.repeat(1_000));
    await first.hot.settle();
    first.cancel(first.names()[0]!);
    await first.hot.settle();
    const archived = [source, `${source}.txt`, refused, `${refused}.txt`].map((name) => `failed/${name}`).sort();
    expect(first.files()).toEqual(archived);
    expect(first.queue.records()[0]?.sources[0]?.path).toBe(path.join(first.folder, 'failed', source!));
    await first.close();
    const second = await openHot({ root });
    await second.hot.settle();
    expect([second.names().length, second.files()]).toEqual([1, archived]);
  });

  test('a source that a recovery found in the archive stays there', async () => {
    const { put, cancel, files, hot, queue, close, root } = await openHot();
    put('chair.prompt', 'a red chair');
    await hot.settle();
    const taken = queue.records()[0]?.sources[0]?.taken;
    cancel('chair.prompt');
    await expect.poll(files).toContain('failed/chair.prompt');
    await hot.settle();
    await close();
    // As a manifest, which is written before the source is archived.
    const database = new DatabaseSync(path.join(root, 'home/queue.db'));
    database.prepare(`update jobs set doc = json_set(doc, '$.sources[0].taken', json(?))`).run(JSON.stringify(taken));
    database.close();
    const again = await openHot({ root });
    await expect
      .poll(() => again.queue.records()[0]?.sources[0])
      .toMatchObject({ path: path.join(again.folder, 'failed/chair.prompt') });
    await expect.poll(() => again.queue.records()[0]?.sources[0]?.taken).toBeUndefined();
    expect(again.files()).toContain('failed/chair.prompt');
    expect(again.names()).toEqual(['chair.prompt']);
  });

  test('a file that took the place of a source stays where it is', async () => {
    const { put, names, cancel, files, queue } = await openHot();
    put('chair.png', PNG);
    await expect.poll(names).toEqual(['chair.png']);
    put('chair.png', picture(5));
    await expect.poll(names).toEqual(['chair.png', 'chair.png']);
    queue.cancel([queue.records()[0]?.id ?? '']);
    await expect.poll(() => queue.records()[0]?.sources[0]?.taken).toBeUndefined();
    expect(files()).toEqual(['chair.png']);
    cancel('chair.png');
    await expect.poll(files).toEqual(['failed/chair.png', 'failed/chair.png.txt']);
  });
});

describe('surprises wait for a yes', () => {
  const costly = (patch: Record<string, unknown> = {}, limits = {}) =>
    openHot({ free: false, patch, spending: () => spending.parse(limits) });

  test('what costs, where no cap says how much may', async () => {
    const { put, names, held, hot } = await costly();
    put('chair.png', PNG);
    await expect.poll(() => hot.list()[0]?.state).toBe('waits_for_yes');
    expect(hot.list()[0]).toMatchObject({ waiting: 0, question: { jobs: 1, total: '110.00', isMany: false } });
    expect(held()).toEqual(['chair.png']);
    await expect(hot.approve('in', '109.99')).rejects.toMatchObject({ code: 'needs_yes' });
    expect(held()).toEqual(['chair.png']);
    await hot.approve('in', '110.00');
    expect([names(), held(), hot.list()[0]?.question]).toEqual([['chair.png'], [], null]);
    // The yes was for that one.
    put('lamp.png', picture(1));
    await expect.poll(() => hot.list()[0]?.question?.jobs).toBe(1);
    expect(held()).toEqual(['lamp.png']);
  });

  test('not what fits under the cap of the folder: the budget watches it', async () => {
    const { put, names, held } = await costly({}, { perFolder: { in: '500' } });
    put('chair.png', PNG);
    await expect.poll(names).toEqual(['chair.png']);
    expect(held()).toEqual([]);
  });

  test('more files at once than expected, though each is cheap enough', async () => {
    const { put, names, held, hot } = await costly(
      { mostAtOnce: 2 },
      { confirmAbove: '1000000', perFolder: { in: '1000000' } },
    );
    for (let n = 0; n < 5; n++) put(`p${n}.png`, picture(n));
    await hot.settle();
    await expect.poll(() => names().length).toBe(5);
    expect(hot.list()[0]?.question?.isMany).toBe(true);
    expect(held().length).toBeGreaterThanOrEqual(3);
    await hot.approve('in', hot.list()[0]?.question?.total ?? null);
    expect(held()).toEqual([]);
  });

  test('nothing where nothing costs', async () => {
    const { put, names } = await openHot({ patch: { mostAtOnce: 2 } });
    for (let n = 0; n < 9; n++) put(`p${n}.png`, picture(n));
    await expect.poll(() => names().length).toBe(9);
  });

  test('a sidecar recipe that costs more than was confirmed', async () => {
    const { put, held, hot } = await costly({ recipe: 'ar' }, { confirmAbove: '100' });
    put('dear.json', '{"recipe": "draft"}');
    put('dear.png', PNG);
    await expect.poll(() => hot.list()[0]?.state).toBe('waits_for_yes');
    expect(held()).toEqual(['dear.png']);
    expect(hot.list()[0]?.question?.total).toBe('110.00');
  });
});

describe('what waits for a yes', () => {
  const costly = (root?: string) =>
    openHot({ free: false, spending: () => spending.parse({}), ...(root === undefined ? {} : { root }) });

  test('is there after a restart, once, with what it costs', async () => {
    const first = await costly();
    for (let n = 0; n < 3; n++) first.put(`p${n}.png`, picture(n));
    await expect.poll(() => first.held()).toHaveLength(3);
    await first.close();
    const again = await costly(first.root);
    await again.hot.settle();
    expect([again.names(), again.held()]).toEqual([first.names(), first.held()]);
    expect(again.hot.list()[0]).toMatchObject({ state: 'waits_for_yes', question: { jobs: 3, total: '330.00' } });
    await again.hot.approve('in', '330.00');
    await again.close();
    expect((await costly(first.root)).held()).toEqual([]);
  });

  test('may begin one by one, and is left out as what was cancelled, until somebody retries it', async () => {
    const { put, held, queue, hot, files } = await costly();
    for (const n of [1, 2]) put(`p${n}.png`, picture(n));
    await expect.poll(held).toHaveLength(2);
    const [one, other] = queue.records().map(({ id }) => id) as [string, string];
    queue.confirm([one]);
    expect(hot.list()[0]?.question).toMatchObject({ jobs: 1, total: '110.00' });
    queue.cancel([other]);
    await expect.poll(() => hot.list()[0]?.question).toBeNull();
    await expect.poll(files).toContainEqual(expect.stringMatching(/^failed\/p\d\.png$/));
    expect(queue.find(other)).toMatchObject({ status: 'cancelled', unconfirmed: 'price' });
    queue.retry([other]);
    expect(queue.find(other)?.status).toBe('held');
    expect(queue.find(one)?.status).not.toBe('held');
  });

  test('is joined by what comes meanwhile, however little that costs', async () => {
    let confirmAbove = '0';
    const { put, held, hot } = await openHot({ free: false, spending: () => spending.parse({ confirmAbove }) });
    put('one.png', picture(1));
    await expect.poll(held).toHaveLength(1);
    confirmAbove = '1000';
    put('two.png', picture(2));
    await expect.poll(held).toEqual(['one.png', 'two.png']);
    await hot.approve('in', '220.00');
    put('three.png', picture(3));
    await expect.poll(() => hot.list()[0]?.taken).toBe(3);
    expect(held()).toEqual([]);
  });
});

describe('a hot folder', () => {
  test('that vanishes and comes back goes on', async () => {
    const { put, names, hot, folder } = await openHot();
    put('one.png', PNG);
    await expect.poll(names).toEqual(['one.png']);
    rmSync(folder, { recursive: true });
    await expect.poll(() => hot.list()[0]?.state).toBe('gone');
    put('two.png', picture(1));
    await expect.poll(names).toEqual(['one.png', 'two.png']);
    expect(hot.list()[0]?.state).toBe('watching');
  });

  test('takes a file whose folder was away for a moment when its turn came', async () => {
    const root = makeTempFolder();
    const [inside, away] = [path.join(root, 'in/set'), path.join(root, 'away')];
    let isMoved = false;
    const beforeChoice = (): void => {
      if (!isMoved) renameSync(inside, away);
      isMoved = true;
    };
    const { put, names, hot } = await openHot({ root, beforeChoice });
    put('set/chair.png', PNG);
    await expect.poll(() => [isMoved, hot.list()[0]?.waiting]).toEqual([true, 0]);
    expect(names()).toEqual([]);
    renameSync(away, inside);
    await expect.poll(names).toEqual(['chair.png']);
  });

  test('outside of its hours keeps what comes', async () => {
    const tomorrow = (new Date().getDay() + 1) % 7;
    const hours = { days: [(tomorrow + 1) % 7], from: '10:00', until: '11:00' };
    const { put, names, hot } = await openHot({ patch: { schedule: hours } });
    put('one.png', PNG);
    await expect.poll(() => hot.list()[0]?.waiting).toBe(1);
    expect([hot.list()[0]?.state, names()]).toEqual(['off_hours', []]);
  });

  test('that would feed itself is refused with the reason', async () => {
    const { hot } = await openHot();
    const wrong = { id: 'x', path: makeTempFolder(), outFolder: null };
    await expect(hot.check({ ...wrong, outFolder: path.join(wrong.path, 'out') })).rejects.toMatchObject({
      code: 'folder_feeds_itself',
    });
    await expect(hot.checkOutput(path.join(hot.folderOf('in').path, 'results'))).rejects.toMatchObject({
      code: 'folder_feeds_itself',
    });
    await expect(hot.check({ ...wrong, path: hot.folderOf('in').path })).rejects.toMatchObject({
      code: 'folder_feeds_itself',
    });
    await expect(hot.check(wrong)).resolves.toBeUndefined();
  });

  test('that is removed while a change of it is under way is watched no more', async () => {
    const { put, names, hot, folder } = await openHot();
    const changed = { ...hot.folderOf('in'), mostAtOnce: 7 };
    const other = { ...changed, id: 'other', path: makeTempFolder() };
    await Promise.all([hot.setFolders([changed]), hot.setFolders([]), hot.setFolders([other])]);
    expect(hot.list().map(({ id }) => id)).toEqual(['other']);
    put('one.png', PNG);
    writeFileSync(path.join(other.path, 'two.png'), PNG);
    await expect.poll(names).toEqual(['two.png']);
    await hot.settle();
    expect([names(), hot.list().map(({ id }) => id)]).toEqual([['two.png'], ['other']]);
    expect(readdirSync(folder)).toContain('one.png');
  });

  test('that was named just now is looked through before all counts as taken', async () => {
    const { names, hot } = await openHot();
    const other = { ...hot.folderOf('in'), id: 'other', path: makeTempFolder() };
    writeFileSync(path.join(other.path, 'two.png'), PNG);
    const changing = hot.setFolders([other]);
    await hot.settle();
    expect(names()).toEqual(['two.png']);
    await changing;
  });

  test('that is changed twice at once is as the last change says', async () => {
    const { hot } = await openHot();
    const folderWith = (mostAtOnce: number) => ({ ...hot.folderOf('in'), mostAtOnce });
    const [seven, nine] = [folderWith(7), folderWith(9)];
    await Promise.all([hot.setFolders([seven]), hot.setFolders([nine])]);
    expect(hot.list()).toMatchObject([{ id: 'in', mostAtOnce: 9 }]);
  });

  test('that two Dropforges watch gives each file to one of them', async () => {
    const one = await openHot();
    const other = await openHot({ root: makeTempFolder() });
    await other.hot.setFolders([{ ...other.hot.folderOf('in'), path: one.folder }]);
    await expect.poll(() => other.hot.list()[0]?.state).toBe('elsewhere');
    for (let n = 0; n < 10; n++) one.put(`p${n}.png`, picture(n));
    await expect.poll(() => one.names().length).toBe(10);
    expect(other.names()).toEqual([]);
    await one.hot.close();
    one.put('later.png', picture(50));
    await expect.poll(other.names).toEqual(['later.png']);
  });

  test('leaves a file that another Dropforge claimed, also when that was closed', () => checkTwoHomes());

  test('creates a job from the views that another Dropforge did not claim', () => checkSharedViews());

  test('takes what a claim that was cut short speaks of', async () => {
    const { put, names, hot, folder } = await openHot();
    put('chair.png', PNG);
    await expect.poll(names).toEqual(['chair.png']);
    const claims = path.join(folder, '.dropforge/taken');
    const other = await openHot({ root: makeTempFolder() });
    await hot.close();
    for (const name of readdirSync(claims)) writeFileSync(path.join(claims, name), '');
    await other.hot.setFolders([{ ...other.hot.folderOf('in'), path: folder }]);
    await expect.poll(other.names).toEqual(['chair.png']);
  });

  test('gives back what it refused, so that another Dropforge may take it', async () => {
    const one = await openHot({ patch: { after: 'stay' } });
    one.put('chair.json', '{"face_limits": 3000}');
    one.put('chair.png', PNG);
    await expect.poll(() => one.hot.list()[0]?.problems).toMatchObject([{ code: 'sidecar_wrong' }]);
    await one.hot.close();
    rmSync(path.join(one.folder, 'chair.json'));
    const other = await openHot({ root: makeTempFolder() });
    await other.hot.setFolders([{ ...other.hot.folderOf('in'), path: one.folder }]);
    await expect.poll(other.names).toEqual(['chair.png']);
    expect(one.names()).toEqual([]);
  });

  test('with a recipe that is gone takes nothing and says why', async () => {
    const { put, names, hot } = await openHot({ patch: { recipe: 'gone' } });
    put('one.png', PNG);
    await expect.poll(() => hot.list()[0]?.state).toBe('refused');
    expect(toEnglish(hot.list()[0]?.error?.detail ?? '')).toMatch(/There is no recipe with this name/);
    expect(names()).toEqual([]);
  });
});
