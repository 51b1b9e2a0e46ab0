import { parseArgs } from 'node:util';
import { killLoop } from '../local-service/kill-loop.ts';

// Part of `npm run test:long`, or alone: kills the real local service with -9 at work, over and over, and prints what came of it as JSON. Exit code 1
// when anything was lost. `--kills` (200) and `--seed` (the time).
const { values } = parseArgs({ options: { kills: { type: 'string', default: '200' }, seed: { type: 'string' } } });
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const startedAt = performance.now();
const report = await killLoop({
  kills: Number(values.kills),
  seed,
  onKill: (number) => number % 10 === 0 && console.error(`${number} kills, seed ${seed}`),
});
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(JSON.stringify({ ...report, seconds }, null, 2));
console.log(
  report.wrong.length === 0 ? `${report.kills} kills, nothing lost` : `${report.wrong.length} things went wrong`,
);
process.exitCode = report.wrong.length === 0 ? 0 : 1;
