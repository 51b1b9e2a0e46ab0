import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobReport } from '../../src-main/cli/lib/output/job-report.ts';
import { startCommand } from '../helpers/cli.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { writeHostileFiles } from '../hostile/hostile-files.ts';
import { measureTree, type TreeMeter } from '../hostile/measure-tree.ts';

// Gives hostile files to `dropforge make`, each beside a clean image, then all of them to a hot folder that is stopped
// and started again. The image must become a model, the hostile file must fail in a sentence. Prints seconds and memory.
const MAX_SECONDS = 120;
const MAX_BYTES = 600e6;

let worst = { seconds: 0, app: 0, service: 0 };
const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-hostile-'));
const faults: string[] = [];
try {
  const folder = path.join(root, 'files');
  mkdirSync(folder);
  const image = await writeSampleImage(root, 'good.png', 64);
  const files = await writeHostileFiles(folder);
  const page = createServer((_request, response) => void response.end(`<!DOCTYPE html>${'<!---->'.repeat(60)}`));
  page.listen(0, '127.0.0.1');
  await once(page, 'listening');
  const link = `http://127.0.0.1:${(page.address() as AddressInfo).port}/comments`;
  for (const source of [...files, link]) await makeBeside(image, source);
  page.close();
  await watchAll(image, files);
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
}
const summary =
  `at most ${worst.seconds.toFixed(0)} s, ${toMegabytes(worst.app)} MB for the app with its readers, ` +
  `${toMegabytes(worst.service)} MB for the local service with its engines`;
console.log(faults.length === 0 ? `Every hostile file failed in a sentence: ${summary}.` : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

async function makeBeside(image: string, source: string): Promise<void> {
  const home = path.join(root, 'home');
  const name = path.basename(source);
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
  // What is rejected before there is a job is only printed.
  const sentence = bad ? bad.error : (stderr.trim().split('\n').at(-1) ?? null);
  console.log(
    `${name.padEnd(24)} exit ${code} · good: ${good} · ${seconds.toFixed(1)} s · ${describePeaks(meter)} · ${sentence}`,
  );
  expect(name, code === 1, `exit status ${code}`);
  expect(name, good === 'done', `the clean image is ${good}`);
  expect(name, seconds <= MAX_SECONDS, `${seconds.toFixed(0)} s`);
  expectLittleMemory(name, meter, seconds);
  expect(name, sentence !== null && / [a-z].*\.$/.test(sentence), `no sentence: ${stderr}`);
  rmSync(home, { recursive: true, force: true });
}

/** A hot folder with all files; the app is killed in the middle and started again. */
async function watchAll(image: string, files: readonly string[]): Promise<void> {
  const inbox = path.join(root, 'inbox');
  const home = path.join(root, 'watch-home');
  mkdirSync(inbox);
  for (const file of [image, ...files]) copyFileSync(file, path.join(inbox, path.basename(file)));
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
  for (const file of files) {
    expect('hot folder', failed.includes(path.basename(file)), `${path.basename(file)} is not in “failed”`);
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

function expect(name: string, holds: boolean, otherwise: string): void {
  if (!holds) faults.push(`FAILED ${name}: ${otherwise}`);
}
