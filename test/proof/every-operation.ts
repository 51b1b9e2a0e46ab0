import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { listOrders, type Order } from './orders.ts';
import { openArtifacts, unpack, type Opened } from './open-artifacts.ts';

// By hand: every operation through `dropforge call` on held-out images and models, and every file that comes out opened
// by programs that are not ours. Prints a line an order; exit code 1 when an order failed that should not, or a file is
// faulty. `--out DIR` keeps the files there; `--only TEXT` takes orders whose id holds it (and what they are made of).
const SAMPLES = path.join(import.meta.dirname, '../../../shared/samples');
const CLI = path.join(import.meta.dirname, '../../src-main/cli.ts');

/** What a call answered on its last line. */
interface Answer {
  readonly task_id?: string;
  readonly output?: { readonly notes?: readonly string[]; readonly riggable?: boolean };
  readonly message?: string;
  readonly error_message?: string;
}

interface Done {
  readonly order: Order;
  readonly seconds: number;
  readonly answer: Answer;
  readonly files: readonly string[];
  readonly isDone: boolean;
}

const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string', default: '' } } });
if (!existsSync(SAMPLES)) throw new Error('The samples are not there: ../shared/samples beside the project.');
const folder = path.resolve(values.out ?? mkdtempSync(path.join(os.tmpdir(), 'dropforge-proof-')));
process.exitCode = await prove(withSources(listOrders(SAMPLES), values.only));

async function prove(orders: readonly Order[]): Promise<number> {
  const done = new Map<string, Done>();
  for (const order of orders) {
    const one = await place(order, done);
    done.set(order.id, one);
    console.log(`${one.isDone ? '✓' : '✗'} ${toLine(one)}`);
  }
  const files = [...done.values()].flatMap((one) => one.files.flatMap(unpack));
  const opened = await openArtifacts(files);
  let faults = [...done.values()].filter(({ isDone }) => !isDone).length;
  for (const [file, said] of opened) {
    faults += said.filter(({ isFaulty }) => isFaulty).length;
    console.log(`${path.relative(folder, file)}: ${said.map(toWords).join('; ')}`);
  }
  console.log(
    `${done.size} orders, ${files.length} files, ${opened.size} opened, ${faults} faults. They lie in ${folder}.`,
  );
  return faults === 0 ? 0 : 1;
}

/** The orders whose id holds the text, and all they are made of. */
function withSources(orders: readonly Order[], wanted: string): readonly Order[] {
  const needed = new Set(orders.filter(({ id }) => id.includes(wanted)).map(({ id }) => id));
  for (const { id, tasks } of orders.toReversed()) {
    if (needed.has(id)) for (const source of Object.values(tasks ?? {})) needed.add(source);
  }
  return orders.filter(({ id }) => needed.has(id));
}

async function place(order: Order, done: ReadonlyMap<string, Done>): Promise<Done> {
  const tasks = Object.entries(order.tasks ?? {}).map(([field, id]) => [field, done.get(id)?.answer.task_id]);
  const body = { ...order.body, ...(Object.fromEntries(tasks) as object) };
  const out = path.join(folder, order.id);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const uploads = Object.entries(order.uploads ?? {}).flatMap(([field, file]) => ['--upload', `${field}=${file}`]);
  const args = ['call', order.operation, '--body', JSON.stringify(body), ...uploads];
  const start = performance.now();
  const child = spawn(process.execPath, [CLI, ...args, '--out', out, '--home', path.join(folder, 'home'), '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  const said = (await text(child.stdout)).trim().split('\n').at(-1) ?? '';
  const [code] = (await closed) as [number];
  const seconds = (performance.now() - start) / 1000;
  const files = (await readdir(out)).map((name) => path.join(out, name));
  return { order, seconds, files, answer: readAnswer(said), isDone: code === 0 };
}

function readAnswer(line: string): Answer {
  try {
    return JSON.parse(line) as Answer;
  } catch {
    return { message: line };
  }
}

function toLine({ order, seconds, answer, files }: Done): string {
  const notes = answer.output?.notes ?? [];
  const riggable = answer.output?.riggable === undefined ? [] : [`riggable: ${answer.output.riggable}`];
  const words = [...riggable, ...[answer.message ?? answer.error_message ?? []].flat(), ...notes].join(' ');
  return `${order.id} (${order.operation}), ${seconds.toFixed(1)} s, ${files.length} files. ${words}`;
}

function toWords({ by, facts, isFaulty }: Opened): string {
  return `${isFaulty ? '✗ ' : ''}${by}: ${facts}`;
}
