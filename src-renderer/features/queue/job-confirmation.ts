import type { HotFolderView } from '../../../src-shared/hot-folders/hot-folder.ts';
import { asksBeforeCancel } from '../../../src-shared/jobs/job-question.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { addAmounts } from '../../app/credit-amounts.ts';
import { uncancel } from './job-actions.ts';
import { canConfirm } from './job-facts.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { formatAmount } from '../../app/language/format.ts';
import { TEXTS } from '../../app/language/texts.ts';

const T = TEXTS.confirmation;

/** Returns the confirm button's label for one job, with its price; an unknown price is shown in a dialog first. */
export function confirmLabel({ money }: Pick<Job, 'money'>): string {
  return money.kind === 'not_known' ? T.confirmOpen : T.confirm(formatAmount(money.amount));
}

/** Returns the confirm button's label for all jobs of a folder. */
export function confirmBatchLabel({ jobs, total, unknown }: NonNullable<HotFolderView['question']>): string {
  return (unknown > 0 ? T.confirmAllUnknown : T.confirmAll)(jobs, formatAmount(total));
}

/** Confirms held jobs: a single job at its displayed price, others after a dialog showed the price. */
export async function confirmJobs(jobs: readonly Job[]): Promise<void> {
  const held = jobs.filter(canConfirm);
  const [first, ...others] = held;
  if (!first) return;
  if (others.length > 0 || first.money.kind === 'not_known') {
    await askWithPlan(
      held.map(({ id }) => id),
      false,
    );
    return;
  }
  await confirmAt(first.id, first.money.amount);
}

async function confirmAt(id: string, agreed: string): Promise<void> {
  const reply = await ask('queue:confirm', { ids: [id], agreed });
  if (reply.ok) return;
  // The price rose: show the new one for confirmation.
  if (reply.error.code === 'needs_yes') await askWithPlan([id], true);
  else notices.refuse([reply.error]);
}

/** What it costs to send a job again: the prices of its remaining steps; null: one of them is not known. */
export function priceToSendAgain({ steps }: Pick<Job, 'steps'>): string | null {
  const due = steps.filter(({ status }) => status !== 'done').map(({ price }) => price.amount);
  const known = due.filter((amount) => amount !== null);
  return known.length < due.length ? null : addAmounts(...known);
}

/** Sends a job again whose submission was not confirmed by the service, at the price that was shown; null: it is asked for. */
export async function sendAgain(job: Job, agreed: string | null): Promise<void> {
  const reply = await ask('queue:resolve', { id: job.id, by: 'send_again' });
  if (!reply.ok) notices.refuse([reply.error]);
  else if (job.money.kind === 'free') return;
  else if (agreed === null) await askWithPlan([job.id], false);
  else await confirmAt(job.id, agreed);
}

async function askWithPlan(ids: readonly string[], hasRisen: boolean): Promise<void> {
  const plan = await callOrNotify('money:planHeld', { ids: [...ids] });
  if (plan) navigation.askHeld(ids, plan, hasRisen);
}

/** Skips jobs awaiting confirmation, after a question if there are many or credits were spent on them. */
export async function skipJobs(jobs: readonly Job[]): Promise<void> {
  const held = jobs.filter(canConfirm);
  if (held.length === 0) return;
  if (asksBeforeCancel(held)) navigation.askJobs('skip', held);
  else await skipNow(held);
}

/** Skips jobs awaiting confirmation, with undo. */
export async function skipNow(jobs: readonly Job[]): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  const reply = await ask('queue:cancel', { ids });
  if (reply.ok) notices.toast(T.leftOut(ids.length), { undo: () => void uncancel(ids) });
  else notices.refuse([reply.error]);
}
