import { BUILT_IN, isModelOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import type { SettingsView } from '../../../src-shared/settings/settings.ts';
import { findGenerator } from './job-facts.ts';

/**
 * Returns the generators of this computer that can make a job's model again, except the one that made it; `built-in` is the
 * engine. Empty if the user has none.
 */
export function listOtherGenerators(
  job: Pick<Job, 'steps' | 'serviceKind'>,
  generators: SettingsView['generators'],
): string[] {
  const wanted = job.steps.flatMap(({ operation }) => (isModelOperation(operation) ? [operation] : []));
  const able = Object.entries(generators)
    .filter(([, operations]) => wanted.every((operation) => operations.includes(operation)))
    .map(([name]) => name);
  if (able.length === 0) return [];
  const made = findGenerator(job)?.name ?? (job.serviceKind === 'local' ? BUILT_IN : null);
  return [...able, BUILT_IN].filter((name) => name !== made);
}
