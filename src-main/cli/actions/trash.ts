import type { EmptiedTrash, TrashedJob } from '../../../src-shared/ipc/calls/library-calls.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { isActive } from '../../../src-shared/jobs/job.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { findJobIds, findTrashedIds } from '../lib/input/find-job-ids.ts';
import { sizeOf } from '../lib/library-actions.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { alignColumns } from '../lib/output/text-columns.ts';
import { UsageError } from '../lib/usage-error.ts';

/** Moves jobs to the trash; refuses all if one continues automatically. */
export async function removeJobs(words: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    const ids = findJobIds(queue, words);
    const active = ids.find((id) => isActive(queue.find(id)?.status ?? 'done'));
    if (active !== undefined) throw new UsageError(`Job ${active.slice(0, 8)} is not finished. Cancel it first.`);
    queue.trash.put(ids);
    const jobs = queue.trash.list().filter(({ id }) => ids.includes(id));
    return { data: { jobs }, text: `${toTable(jobs)}“dropforge gallery restore” restores them.\n` };
  });
}

/** Lists the trash and its size. */
export async function listTrash({ home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    const jobs = queue.trash.list();
    const totals = queue.trash.totals();
    const data = { jobs, bytes: totals.bytes };
    if (jobs.length === 0) return { data, text: 'The trash is empty.\n' };
    return { data, text: `${toTable(jobs)}${toSize(totals)} in the library.\n` };
  });
}

/** Moves jobs from the trash back to the queue and the gallery. */
export async function restoreJobs(words: readonly string[], { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, ({ queue }) => {
    const ids = queue.trash.restore(findTrashedIds(queue, words));
    const jobs = queue.views(ids);
    return { data: { jobs }, text: `Restored ${countJobs(jobs.length)}.\n` };
  });
}

/** Deletes all jobs in the trash; without `yes` it only says how much. */
export async function emptyTrash(yes: boolean, { home }: CommandContext): Promise<CommandResult> {
  return withHeadlessApp(home, async ({ queue }) => {
    const jobs = queue.trash.list();
    if (jobs.length === 0) return { data: { jobs: 0, bytes: 0, kept: 0 }, text: 'The trash is empty.\n' };
    if (yes) {
      const deleted = await queue.trash.empty(jobs.map(({ id }) => id));
      return { data: deleted, text: `Deleted ${toSize(deleted)}.\n${toKept(deleted)}` };
    }
    const found = jobs.filter(({ isUnsaved }) => !isUnsaved);
    const bytes = found.reduce((sum, job) => sum + job.bytes, 0);
    const data = { jobs: found.length, bytes, kept: jobs.length - found.length };
    return {
      data,
      text: `${toSize(data)} can be deleted. --yes deletes them; this cannot be undone.\n${toKept(data)}`,
    };
  });
}

function toTable(jobs: readonly TrashedJob[]): string {
  const rows = jobs.map(({ id, recipe, name, bytes, deletedAt }) => [
    ...[id.slice(0, 8), maskControlCharacters(recipe), sizeOf(bytes)],
    ...[deletedAt === null ? 'kept' : new Date(deletedAt).toISOString().slice(0, 10), maskControlCharacters(name)],
  ]);
  return alignColumns([['id', 'recipe', 'library', 'deleted on', 'name'], ...rows], [2]);
}

function toSize({ jobs, bytes }: { readonly jobs: number; readonly bytes: number }): string {
  return `${countJobs(jobs)}, ${sizeOf(bytes)}`;
}

function toKept({ kept }: Pick<EmptiedTrash, 'kept'>): string {
  return kept === 0
    ? ''
    : `${countJobs(kept)} with paid results that were not exported are kept. Restore them to export.\n`;
}

function countJobs(count: number): string {
  return count === 1 ? '1 job' : `${groupThousands(String(count))} jobs`;
}
