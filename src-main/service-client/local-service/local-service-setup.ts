import type { Settings } from '../../../src-shared/settings/settings.ts';

/** The cloud's limits protect it from its clients; here there is one, and what it queues at night may wait till morning. */
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

/** Credits each rehearsal begins with; our own number, because the document names none for a new account. */
export const REHEARSAL_CREDITS = 1000;

/** Part of the settings that says how the embedded service works. */
type RehearsalSettings = Pick<Settings, 'rehearsal' | 'rehearsals'>;

/**
 * The embedded service's configuration: limits nobody meets and nothing to pay, or, in rehearsal mode, the document's,
 * which hold by themselves, and an account that can run dry.
 */
export function localServiceSetup({ rehearsal, rehearsals }: RehearsalSettings): Readonly<Record<string, unknown>> {
  // The service takes all that was ever granted, so that a restart grants nothing twice.
  return rehearsal ? { credits: REHEARSAL_CREDITS * Math.max(1, rehearsals) } : GENEROUS;
}

/** What turning the mode on or off changes; whoever turns it on anew begins with new credits. */
export function setRehearsal(current: RehearsalSettings, on: boolean): RehearsalSettings {
  const isNew = on && !current.rehearsal;
  return { rehearsal: on, rehearsals: current.rehearsals + (isNew ? 1 : 0) };
}
