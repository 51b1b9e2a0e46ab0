import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobReport } from '../../src-main/cli/lib/output/job-report.ts';
import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';
import { linkTitle } from '../../src-shared/sources/links.ts';
import { runCli } from '../cli/commands/run-cli.ts';
import { startCommand } from '../helpers/cli.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { HOSTILE_REFUSALS, writeHostileFiles } from '../hostile/hostile-files.ts';
import { measureTree, type TreeMeter } from '../hostile/measure-tree.ts';

// Gives hostile files to `dropforge make`, each beside a clean image, then all of them to a hot folder that is stopped
// and started again. The image must become a model, the hostile file must be refused as `HOSTILE_REFUSALS` says: one whose
// process is ended by a limit has another error. Prints seconds and memory.
const MAX_SECONDS = 120;
const MAX_BYTES = 600e6;

/** A hostile source, and the error that must come of it. */
interface HostileSource {
  /** A path or a link. */
  readonly source: string;
  /** File name, or the link as reports show it. */
  readonly name: string;
  readonly error: Pick<ErrorInfo, 'code' | 'detail'>;
}

let worst = { seconds: 0, app: 0, service: 0 };
const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-hostile-'));
const faults: string[] = [];
try {
  const folder = path.join(root, 'files');
  mkdirSync(folder);
  const image = await writeSampleImage(root, 'good.png', 64);
  const files = (await writeHostileFiles(folder)).map(toHostileFile);
  const page = createServer((_request, response) => void response.end(`<!DOCTYPE html>${'<!---->'.repeat(60)}`));
  page.listen(0, '127.0.0.1');
  await once(page, 'listening');
  const link = `http://127.0.0.1:${(page.address() as AddressInfo).port}/comments`;
  const comments: HostileSource = { source: link, name: linkTitle(link), error: { code: 'link_page', detail: '' } };
  for (const hostile of [...files, comments]) await makeBeside(image, hostile);
  page.close();
  await watchAll(image, files);
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
}
const summary =
  `at most ${worst.seconds.toFixed(0)} s, ${toMegabytes(worst.app)} MB for the app with its readers, ` +
  `${toMegabytes(worst.service)} MB for the local service with its engines`;
console.log(faults.length === 0 ? `Every hostile file was refused by its own check: ${summary}.` : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

function toHostileFile(source: string): HostileSource {
  const name = path.basename(source);
  const refusal = HOSTILE_REFUSALS[name];
  if (!refusal) throw new Error(`${name} is not in HOSTILE_REFUSALS.`);
  return { source, name, error: { code: refusal.code, detail: refusal.message } };
}

/** The command line has messages in English. */
function toLine({ code, detail }: HostileSource['error']): string {
  return `${code}: ${toEnglish(detail)}`;
}

/** What reports and the text beside a failed file say of it. */
function toSentence({ name, error }: HostileSource): string {
  const { happened, next } = describeError({ ...error, subject: name, retryable: false, requestId: null });
  return `${happened} Nothing was charged. ${next}`;
}

async function makeBeside(image: string, hostile: HostileSource): Promise<void> {
  const { source, name, error } = hostile;
  const home = path.join(root, 'home');
  const options = ['--home', home, '--out', path.join(root, 'out'), '--yes', '--links-inside', '--format', 'glb'];
  const startedAt = performance.now();
  const command = startCommand(['make', image, source, ...options, '--json']);
  const meter = measureTree(command.child.pid as number);
  const { code, stdout, stderr } = await command.ended;
  meter.stop();
  const seconds = (performance.now() - startedAt) / 1_000;
  const last = stdout.trim().split('\n').at(-1) ?? '';
  const { jobs = [] } = (last.startsWith('{') ? JSON.parse(last) : {}) as { jobs?: JobReport[] };
  const good = jobs.find((job) => job.source === image)?.status ?? 'missing';
  const bad = jobs.find((job) => job.source !== image);
  console.log(
    `${name.padEnd(24)} exit ${code} · good: ${good} · ${seconds.toFixed(1)} s · ${describePeaks(meter)} · ${bad?.error}`,
  );
  expect(name, code === 1, `exit status ${code}`);
  expect(name, good === 'done', `the clean image is ${good}`);
  expect(name, seconds <= MAX_SECONDS, `${seconds.toFixed(0)} s`);
  expectLittleMemory(name, meter, seconds);
  expectSame(
    name,
    bad ? `${bad.errorCode}: ${bad.error}` : `no report: ${stderr}`,
    `${error.code}: ${toSentence(hostile)}`,
  );
  expectSame(name, `tasks: ${bad?.taskIds.join(', ')}`, 'tasks: ');
  rmSync(home, { recursive: true, force: true });
}

/** A hot folder with all files; the app is killed in the middle and started again. */
async function watchAll(image: string, files: readonly HostileSource[]): Promise<void> {
  const inbox = path.join(root, 'inbox');
  const home = path.join(root, 'watch-home');
  mkdirSync(inbox);
  copyFileSync(image, path.join(inbox, path.basename(image)));
  for (const { source, name } of files) copyFileSync(source, path.join(inbox, name));
  const args = ['watch', '--folder', inbox, '--once', '--yes', '--home', home, '--out', path.join(root, 'watch-out')];
  const first = startCommand(args);
  // In the middle: the first hostile file has failed, the others have not.
  while (!existsSync(path.join(inbox, 'failed')) && first.child.exitCode === null) await pause(20);
  await first.killGroup();
  const left = (): string[] =>
    readdirSync(inbox, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const waiting = left().length;
  expect('hot folder', waiting > 0, 'all files were read before the app was killed');
  const startedAt = performance.now();
  const command = startCommand([...args, '--json']);
  const meter = measureTree(command.child.pid as number);
  const second = await command.ended;
  meter.stop();
  const failed = existsSync(path.join(inbox, 'failed')) ? readdirSync(path.join(inbox, 'failed')) : [];
  const done = existsSync(path.join(inbox, 'done')) ? readdirSync(path.join(inbox, 'done')) : [];
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`hot folder: killed with ${waiting} files left · ${seconds.toFixed(1)} s · ${describePeaks(meter)}`);
  // All files together: only memory counts.
  expectLittleMemory('hot folder', meter, 0);
  console.log(`hot folder: exit ${second.code}; done: ${done.join(', ')}; failed: ${failed.join(', ')}`);
  expect('hot folder', done.includes('good.png'), 'the clean image was not processed');
  expect('hot folder', left().length === 0, `left: ${left().join(', ')}`);
  const { last } = await runCli(['queue', 'list', '--home', home, '--json']);
  const { jobs = [] } = (last ?? {}) as { jobs?: Job[] };
  for (const file of files) {
    const { name, error } = file;
    expect('hot folder', failed.includes(name), `${name} is not in “failed”`);
    const text = path.join(inbox, 'failed', `${name}.txt`);
    expectSame(
      `hot folder, ${name}.txt`,
      existsSync(text) ? readFileSync(text, 'utf8').trim() : 'missing',
      toSentence(file),
    );
    const actual = jobs.find((job) => job.name === name)?.error;
    expectSame(`hot folder, job of ${name}`, actual ? toLine(actual) : 'no error', toLine(error));
  }
}

function expectLittleMemory(name: string, meter: TreeMeter, seconds: number): void {
  const { app, service } = meter.peaks();
  worst = {
    seconds: Math.max(worst.seconds, seconds),
    app: Math.max(worst.app, app),
    service: Math.max(worst.service, service),
  };
  expect(name, Math.max(app, service) <= MAX_BYTES, describePeaks(meter));
}

function describePeaks(meter: TreeMeter): string {
  const { app, service } = meter.peaks();
  return `app ${toMegabytes(app)} MB, service ${toMegabytes(service)} MB`;
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function expectSame(name: string, actual: string, expected: string): void {
  expect(name, actual === expected, `“${actual}” instead of “${expected}”`);
}

function expect(name: string, holds: boolean, otherwise: string): void {
  if (!holds) faults.push(`FAILED ${name}: ${otherwise}`);
}
