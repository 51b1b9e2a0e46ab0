import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { manifest } from '../../src-shared/delivery/manifest.ts';
import { startCommand } from '../helpers/cli.ts';
import { createPrng } from '../simulation/prng.ts';

/** How much is put in, and how often the app is killed meanwhile. */
export interface HotKillOptions {
  readonly root: string;
  readonly pictures: number;
  readonly kills: number;
  readonly seed: number;
  /** Longest life of the app before it is killed, ms. */
  readonly longestLifeMs: number;
  report?(line: string): void;
}

/** What was found at the end. */
export interface HotKillOutcome {
  readonly kills: number;
  readonly jobs: number;
  /** Tasks that make a model, as the service lists them. */
  readonly orders: number;
  /** Different images among the sources of the exported assets. */
  readonly sources: number;
  readonly assets: number;
  readonly receipts: number;
  readonly putAway: number;
  readonly left: readonly string[];
}

const FOLDERS = ['one', 'two', 'three'] as const;
const RECIPE = {
  id: 'quick',
  version: 1,
  name: 'Quick',
  help: '',
  takes: 'picture',
  steps: [
    { operation: 'image_to_model', params: { model: 'P2-20260801', texture: false, pbr: false }, exports: 'glb' },
  ],
};

/**
 * Puts images into three hot folders slowly, in bursts and by rename, while `dropforge watch` is killed with -9 again
 * and again; lets it end at last, delivers everything to a plain folder, and counts.
 */
export async function killHotFolders(options: HotKillOptions): Promise<HotKillOutcome> {
  const { root, pictures, seed, report = () => undefined } = options;
  const at = (...parts: string[]): string => path.join(root, ...parts);
  const prng = createPrng(String(seed));
  const random = (): number => prng.fraction();
  await setUp(root);
  const writing = { done: false };
  const putting = putPictures(root, pictures, random).finally(() => (writing.done = true));
  let kills = 0;
  while (kills < options.kills || !writing.done) {
    const life = startCommand(['watch', '--home', at('home'), '--json']);
    await pause(300 + random() * options.longestLifeMs);
    await life.killGroup();
    // A file that was being read at several ends of the app is refused; these kills are not the file's doing.
    rmSync(at('home', 'reading'), { recursive: true, force: true });
    kills++;
    if (kills % 10 === 0) report(`${kills} kills, ${countAssets(at('out'))} assets`);
    if (kills >= options.kills * 3) break;
  }
  await putting;
  const last = await startCommand(['watch', '--home', at('home'), '--once', '--json']).ended;
  if (last.code !== 0) report(last.stdout.split('\n').slice(-20).join('\n') + last.stderr);
  await deliver(at('out'), at('delivered'));
  const usage = await startCommand(['usage', '--home', at('home'), '--json']).ended;
  const jobs = await startCommand(['queue', 'list', '--home', at('home'), '--json']).ended;
  const assets = readdirSync(at('out')).filter((name) => !name.startsWith('.'));
  const manifests = assets.map((name) =>
    manifest.parse(JSON.parse(readFileSync(at('out', name, 'dropforge.json'), 'utf8'))),
  );
  const listed = JSON.parse(usage.stdout.trim().split('\n').at(-1) ?? '[]') as { type: string }[];
  const queue = JSON.parse(jobs.stdout.trim().split('\n').at(-1) ?? '{}') as { jobs?: { status: string }[] };
  return {
    kills,
    jobs: (queue.jobs ?? []).filter(({ status }) => status === 'done').length,
    orders: listed.filter(({ type }) => type === 'image_to_model').length,
    sources: new Set(manifests.map(({ source }) => source?.sha256)).size,
    assets: assets.length,
    receipts: readdirSync(at('out/.dropforge/receipts')).length,
    putAway: FOLDERS.flatMap((name) => filesIn(at('in', name, 'done'))).length,
    left: FOLDERS.flatMap((name) =>
      readdirSync(at('in', name)).filter((file) => file !== 'done' && !file.startsWith('.')),
    ),
  };
}

async function setUp(root: string): Promise<void> {
  const at = (...parts: string[]): string => path.join(root, ...parts);
  writeFileSync(at('quick.json'), JSON.stringify({ dropforge_recipe: 1, ...RECIPE }));
  const run = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await startCommand([...args, '--home', at('home')]).ended;
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  };
  await run('recipes', 'import', at('quick.json'));
  for (const name of FOLDERS) {
    mkdirSync(at('in', name), { recursive: true });
    await run('folders', 'add', at('in', name), '--recipe', 'quick', '--out', at('out'));
  }
}

/** A third slowly in pieces, a third in bursts, a third under another name first. */
async function putPictures(root: string, count: number, random: () => number): Promise<void> {
  const outside = path.join(root, 'pictures');
  mkdirSync(outside);
  for (let n = 0; n < count; n++) {
    const name = `p${n}.png`;
    const source = path.join(outside, name);
    writeFileSync(source, await drawPicture(n));
    const target = path.join(root, 'in', FOLDERS[n % 3] as string, name);
    const how = Math.floor(n / 3) % 3;
    if (how === 0) {
      const bytes = readFileSync(source);
      for (let from = 0; from < bytes.length; from += Math.ceil(bytes.length / 4)) {
        writeFileSync(target, bytes.subarray(from, from + Math.ceil(bytes.length / 4)), { flag: 'a' });
        await pause(random() * 30);
      }
    } else if (how === 1) copyFileSync(source, target);
    else {
      copyFileSync(source, `${target}.part`);
      await pause(random() * 20);
      renameSync(`${target}.part`, target);
    }
    if (n % 50 === 49) await pause(random() * 500);
  }
  rmSync(outside, { recursive: true });
}

/** A small round thing on plain ground, of a colour and size of its own. */
function drawPicture(n: number): Promise<Buffer> {
  const radius = 14 + (n % 7);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><circle cx="24" cy="24" r="${radius}"
    fill="rgb(${(n * 37) % 256},${(n * 91) % 256},${Math.floor(n / 2) % 256})"/><rect width="1" height="1" fill="rgb(${n % 256},${n >> 8},9)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The delivery core with a plain folder as its target. */
async function deliver(from: string, to: string): Promise<void> {
  const bridges = path.join(import.meta.dirname, '../../assets/bridges');
  const child = spawn(
    'python3',
    ['-m', 'dropforge_bridge', '--folder', from, '--to', to, '--once', '--import-existing'],
    {
      cwd: bridges,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The bridge ended with ${code}.`);
}

function countAssets(out: string): number {
  try {
    return readdirSync(out).filter((name) => !name.startsWith('.')).length;
  } catch {
    return 0;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
