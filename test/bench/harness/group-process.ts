import { GROUPS } from '../groups.ts';
import type { Probe, RunUsage } from './measure-trial.ts';
import type { GroupOrder } from './start-group.ts';
import { runGroup } from './run-group.ts';
import { matchesNames } from './select-names.ts';

// Process entry `ORDER`: runs one group alone, so that none weighs on another, while its parent reads what the process and
// those below it use.
const { name, names, options } = JSON.parse(process.argv[2] ?? '') as GroupOrder;

const ask = (say: 'begin' | 'end'): Promise<RunUsage | null> =>
  new Promise((resolve) => {
    process.once('message', ({ usage }: { usage: RunUsage | null }) => resolve(usage));
    process.send?.({ say });
  });

const probe: Probe = async (run) => {
  await ask('begin');
  const value = await run();
  return { value, usage: await ask('end') };
};

process.once('disconnect', () => process.exit(1));

const group = await GROUPS[name]!();
const isWanted = (id: string): boolean => matchesNames(id, names);
// Each trial's as soon as they are measured: a process that ends early loses no more than one trial.
await runGroup(group, { options, isWanted, probe, onRows: (rows) => process.send?.({ rows }) });
process.send?.({ say: 'done' }, () => process.exit(0));
