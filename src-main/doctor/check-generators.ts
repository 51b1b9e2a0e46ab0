import type { GeneratorState } from '../../src-shared/api/generators/generator-state.ts';
import type { Finding } from '../../src-shared/doctor/finding.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import { readGenerators } from '../service-client/generators/read-generators.ts';
import type { Services } from '../service-client/services/services.ts';
import { toFinding } from './to-finding.ts';

/** One finding for each generator of the settings; none if the local service does not respond, which is its own finding. */
export async function checkGenerators({
  services,
  settings: { generation },
}: {
  readonly services: Pick<Services, 'client'>;
  readonly settings: Pick<Settings, 'generation'>;
}): Promise<Finding[]> {
  if (generation.generators.length === 0) return [];
  try {
    const states = await readGenerators(await services.client('local'));
    const used = new Set(Object.values(generation.use));
    return states.map((state) => describeState(state, used.has(state.name)));
  } catch {
    return [];
  }
}

/** A generator that is not used is only noted. */
function describeState({ name, ready, version, problem_message: problem }: GeneratorState, isUsed: boolean): Finding {
  if (!ready) {
    return toFinding('generator', isUsed ? 'bad' : 'note', 'generatorDown', [name], { problem, fix: 'generators' });
  }
  if (version === null) return toFinding('generator', 'ok', 'generatorWell', [name]);
  return toFinding('generator', 'ok', 'generatorVersion', [name, version]);
}
