import type { Settings } from '../../../src-shared/settings/settings.ts';

/** High limits: the local service has one client, and tasks queued at night can wait until morning. */
const GENEROUS = {
  limits: {
    creationPerMinute: 100_000,
    refinePerMinute: 100_000,
    uploadsPerMinute: 100_000,
    queriesPerMinute: 100_000,
    concurrency: { h3d: 1000, p3d: 1000, image: 1000, animation: 1000, processing: 1000, mesh: 1000 },
  },
  queueTimeoutSeconds: 7 * 24 * 60 * 60,
} as const;

/** Test credits of each rehearsal; our own number, because the document names none for a new account. */
export const REHEARSAL_CREDITS = 1000;

/** Settings of the embedded service about credits. */
type RehearsalSettings = Pick<Settings, 'rehearsal' | 'rehearsals'>;

/**
 * Configuration of the embedded service: the generators, with high limits and no prices, or in rehearsal mode with the
 * documented limits, which are the defaults, and an account with test credits.
 */
export function localServiceSetup({
  rehearsal,
  rehearsals,
  generation,
}: RehearsalSettings & Pick<Settings, 'generation'>): Readonly<Record<string, unknown>> {
  // The service expects the total of all grants, so that a restart grants nothing twice.
  const account = rehearsal ? { credits: REHEARSAL_CREDITS * Math.max(1, rehearsals) } : GENEROUS;
  // A generator that is gone, such as a deleted workflow, must not keep the engine from running.
  return { ...account, generation: { ...(rehearsal ? withoutSpending(generation) : generation), strict: false } };
}

/** Test credits must not buy anything at another service. */
function withoutSpending(generation: Settings['generation']): Settings['generation'] {
  const generators = generation.generators.map((each) =>
    each.kind === 'service' ? { ...each, creditsPerDay: 0 } : each,
  );
  return { ...generation, generators };
}

/** The settings after turning rehearsal mode on or off; turning it on again adds new test credits. */
export function setRehearsal(current: RehearsalSettings, on: boolean): RehearsalSettings {
  const isNew = on && !current.rehearsal;
  return { rehearsal: on, rehearsals: current.rehearsals + (isNew ? 1 : 0) };
}
