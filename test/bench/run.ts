import { cpus } from 'node:os';
import { benchConvert } from './convert.ts';
import { benchLatency } from './latency.ts';
import { benchOrder } from './order.ts';
import { benchWay } from './way.ts';

/** One measured figure beside its goal and its peer in the same run. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  readonly goal: string;
  readonly peer: string;
  readonly met: boolean;
}

/** A benchmark by the name `npm run bench -- NAME` takes. */
const BENCHES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  way: benchWay,
  convert: benchConvert,
  latency: benchLatency,
  order: benchOrder,
};

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(BENCHES);
console.log(`Node ${process.versions.node}, ${cpus().length} cores`);
for (const name of names) {
  const bench = BENCHES[name];
  if (!bench) {
    console.error(`There is no bench “${name}”; there are ${Object.keys(BENCHES).join(', ')}.`);
    process.exitCode = 2;
    break;
  }
  console.log(`\n${name}`);
  for (const { what, value, goal, peer, met } of await bench()) {
    console.log(`  ${met ? '✓' : '✗'} ${what}: ${value} (goal ${goal}; beside it ${peer})`);
  }
}
