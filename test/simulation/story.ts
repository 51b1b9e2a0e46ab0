import type { Fault } from './faults.ts';
import { simulate, type Outcome, type SimulationOptions } from './simulate.ts';

/** Longest story a person reads, lines. */
const MAX_LINES = 120;

/** A broken seed with as little trouble, as few jobs and as few actions as still break the same invariant. */
export async function shrink(broken: Outcome, options: SimulationOptions = {}): Promise<Outcome> {
  let smallest = broken;
  const off = new Set<Fault>(options.off);
  const attempt = async (changed: SimulationOptions): Promise<boolean> => {
    const { faults: _, jobs, actions } = smallest;
    const outcome = await simulate(broken.seed, { ...options, off, jobs, actions, keepStory: true, ...changed });
    const isSame = outcome.violation?.invariant === broken.violation?.invariant;
    if (isSame) smallest = outcome;
    return isSame;
  };
  for (const fault of broken.faults) if (await attempt({ off: new Set([...off, fault]) })) off.add(fault);
  while (smallest.jobs > 1 && (await attempt({ jobs: smallest.jobs - 1 })));
  while (smallest.actions > 0 && (await attempt({ actions: smallest.actions - 1 })));
  await attempt({});
  return smallest;
}

/** The lines that tell what happened to the job concerned, and to the world meanwhile. */
export function tellStory({ seed, violation, faults, story, jobs, actions }: Outcome): string {
  const id = /([0-9a-f]{8})/.exec(violation?.detail ?? '')?.[1];
  const names = new Set(id === undefined ? [] : [id]);
  // Orders belong to jobs, and tasks to orders; who is named beside one of them belongs to the story too.
  const links = story.flatMap((line) => {
    const order = /intent prepare ([0-9a-f]{8}) of ([0-9a-f]{8})/.exec(line);
    const task = /service: task ([0-9a-f]{8}) .* ref ([0-9a-f]{8})/.exec(line);
    return [order, task].flatMap((link) => (link ? [[link[1] as string, link[2] as string] as const] : []));
  });
  for (let known = -1; known !== names.size;) {
    known = names.size;
    for (const link of links) if (link.some((name) => names.has(name))) for (const name of link) names.add(name);
  }
  const isTold = (line: string): boolean =>
    names.size === 0 || /BROKEN|world:|app:|log:|killed/.test(line) || [...names].some((name) => line.includes(name));
  const lines = story.filter(isTold);
  const shown = lines.length > MAX_LINES ? ['…', ...lines.slice(-MAX_LINES)] : lines;
  const head = `seed ${seed} breaks “${violation?.invariant}” with ${jobs} jobs, ${actions} actions and ${faults.join(', ') || 'no faults'}`;
  return [head, ...shown].join('\n');
}
