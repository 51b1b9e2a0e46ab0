import { parseArgs } from 'node:util';
import { KILL_POINTS } from '../kill/kill-points.ts';
import { queueKillLoop } from '../kill/queue-kill-loop.ts';

// Part of `npm run test:long`, or alone: kills the real queue with -9, at every named moment and at any time, over and over, and prints what came of it
// as JSON. Exit code 1 when anything was lost or bought twice. `--kills` (200), `--jobs` (40), `--lanes` (1) and `--seed`
// (the time).
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    jobs: { type: 'string', default: '40' },
    lanes: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const kills = Number(values.kills);
const startedAt = performance.now();
const report = await queueKillLoop({
  // At most half of the kills come at named moments.
  boundaries: KILL_POINTS.slice(0, Math.floor(kills / 2)),
  anytime: kills - Math.min(KILL_POINTS.length, Math.floor(kills / 2)),
  jobs: Number(values.jobs),
  lanes: Number(values.lanes),
  seed,
  onKill: (number) => number % 10 === 0 && console.error(`${number} kills, seed ${seed}`),
});
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(JSON.stringify({ ...report, boundaries: report.boundaries.length, seconds }, null, 2));
console.log(
  report.wrong.length === 0
    ? `${report.kills} kills, ${report.models} models of ${report.jobs} jobs, nothing lost, nothing bought twice`
    : `${report.wrong.length} things went wrong`,
);
process.exitCode = report.wrong.length === 0 ? 0 : 1;
