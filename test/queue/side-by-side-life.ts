import { writeSync } from 'node:fs';
import { addJobs, openSides, use, type Side } from './side-by-side.ts';

/** What a run is told, as its only argument. */
export interface SideLife {
  readonly home: string;
  readonly sides: readonly Side[];
  /** The service in use when the jobs are added, and the one that is in use after that. */
  readonly at: string;
  readonly then: string;
  readonly add: number;
}

// Process entry: adds jobs at one service, switches to another, and says after each finished job how many there are,
// until it is killed.
const { home, sides, at, then, add } = JSON.parse(process.argv[2] ?? '{}') as SideLife;
const app = await openSides(home, sides);
use(app, at);
addJobs(app, add);
use(app, then);
let told = -1;
app.queue.onChange(() => {
  const done = app.queue.records().filter(({ status }) => status === 'done').length;
  if (done !== told) writeSync(1, `${done}\n`);
  told = done;
});
app.start([]);
