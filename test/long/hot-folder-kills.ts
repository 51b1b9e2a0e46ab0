import { rmSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killHotFolders } from '../kill/hot-folder-kills.ts';

// Part of `npm run test:long`, or alone: images arrive slowly, in bursts and by rename into three hot folders while the app is
// killed with -9 at random; prints the outcome as JSON. Exit code 1 when anything was lost or made twice. `--pictures`
// (1000), `--kills` (60), `--life` (8000, longest life in ms) and `--seed` (the time).
const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '60' },
    life: { type: 'string', default: '8000' },
    seed: { type: 'string' },
  },
});
const pictures = Number(values.pictures);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-soak-'));
const startedAt = performance.now();
const outcome = await killHotFolders({
  ...{ root, pictures, seed, kills: Number(values.kills), longestLifeMs: Number(values.life) },
  report: (line) => console.error(line),
});
const { left, kills, ...counts } = outcome;
const isWell = left.length === 0 && Object.values(counts).every((count) => count === pictures);
console.log(
  JSON.stringify({ pictures, seed, ...outcome, seconds: Math.round((performance.now() - startedAt) / 1000) }, null, 2),
);
console.log(
  isWell
    ? `${kills} kills: ${pictures} jobs, exports and receipts, nothing lost, nothing twice`
    : 'Not as it should be',
);
if (isWell) rmSync(root, { recursive: true });
else console.error(`Everything lies in ${root}.`);
process.exitCode = isWell ? 0 : 1;
