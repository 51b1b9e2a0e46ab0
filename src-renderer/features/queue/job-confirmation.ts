import type { HotFolderView } from '../../../src-shared/hot-folders/hot-folder.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { canConfirm } from './job-facts.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { formatAmount } from '../../app/language/format.ts';
import { TEXTS } from '../../app/language/texts.ts';

const T = TEXTS.confirmation;

/** The words of the yes to one job, with what it agrees to; where that is not known, a dialog says what is. */
export function confirmLabel({ money }: Pick<Job, 'money'>): string {
  return money.kind === 'not_known' ? T.confirmOpen : T.confirm(formatAmount(money.amount));
}

/** The words of the yes to all that came out of a folder. */
export function confirmBatchLabel({ jobs, total, unknown }: NonNullable<HotFolderView['question']>): string {
  return (unknown > 0 ? T.confirmAllUnknown : T.confirmAll)(jobs, formatAmount(total));
}

/** Says yes to jobs that wait for one: to a single one for the price its button names, else after a dialog named it. */
export async function confirmJobs(jobs: readonly Job[]): Promise<void> {
  const held = jobs.filter(canConfirm);
  const [first, ...others] = held;
  if (!first) return;
  if (others.length > 0 || first.money.kind === 'not_known') {
    await askFirst(
      held.map(({ id }) => id),
      false,
    );
    return;
  }
  const reply = await ask('queue:confirm', { ids: [first.id], agreed: first.money.amount });
  if (reply.ok) return;
  // Dearer than the row said: what it costs now is for the person to see.
  if (reply.error.code === 'needs_yes') await askFirst([first.id], true);
  else notices.refuse([reply.error]);
}

async function askFirst(ids: readonly string[], dearer: boolean): Promise<void> {
  const plan = await callOrNotify('money:planHeld', { ids: [...ids] });
  if (plan) navigation.askHeld(ids, plan, dearer);
}

/** Leaves out jobs that wait for a yes; for a while that can be taken back. */
export async function skipJobs(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.filter(canConfirm).map(({ id }) => id);
  if (ids.length === 0) return;
  const reply = await ask('queue:cancel', { ids });
  if (reply.ok) notices.toast(T.leftOut(ids.length), () => void callOrNotify('queue:retry', { ids }));
  else notices.refuse([reply.error]);
}
