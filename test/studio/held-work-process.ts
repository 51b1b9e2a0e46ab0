import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// The program of a generator: it waits until its folder has a file `release`, then its result is the model beside it.
const [folder = '', task = ''] = process.argv.slice(2);
const running = path.join(folder, 'running');
const worker = process.ppid;

process.on('exit', () => rmSync(running, { force: true }));
process.on('SIGTERM', () => process.exit());
setInterval(() => {
  // Its worker was killed.
  if (process.ppid !== worker) process.exit();
  if (!existsSync(path.join(folder, 'release'))) return;
  const { output } = JSON.parse(readFileSync(task, 'utf8')) as { readonly output: string };
  copyFileSync(path.join(folder, 'model.glb'), output);
  process.exit();
}, 20);
writeFileSync(running, String(process.pid));
