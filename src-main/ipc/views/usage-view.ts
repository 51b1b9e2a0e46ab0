import {
  addCredits,
  formatCredits,
  sumCredits,
  ZERO_CREDITS,
  type Credits,
} from '../../../src-shared/api/pricing/credits.ts';
import type { UsageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import type { UsageFilter, UsageState, UsageSum, UsageView } from '../../../src-shared/ipc/views/account-view.ts';
import type { QueueSpending, TaskOwner } from '../../queue/spending/spending-control.ts';
import { toLocalDay } from '../../queue/spending/local-day.ts';
import { isOpen } from '../../service-client/services/usage-reader.ts';

/** A row of the service's history with the local job of its task; amounts are exact numbers. */
export interface KnownUsage extends Omit<UsageView, 'credits' | 'held'> {
  readonly credits: Credits | null;
  readonly held: Credits | null;
  /** Local day; null if the service sent no time. */
  readonly day: string | null;
}

const ENDS: readonly string[] = ['success', 'failed', 'cancelled'] satisfies UsageState[];

/** Adds the jobs of their tasks to rows. */
export function toKnownUsage(rows: readonly UsageRow[], money: Pick<QueueSpending, 'ownersOf'>): KnownUsage[] {
  const owners = money.ownersOf(rows.map(({ task_id: id }) => id));
  return rows.map((row) => toKnown(row, owners.get(row.task_id)));
}

/** A row as the page receives it. */
export function toUsageView({ credits, held, day: _, ...row }: KnownUsage): UsageView {
  return { ...row, credits: toDecimal(credits), held: toDecimal(held) };
}

/** True if a row matches a filter; a row without a time matches no day. */
export function matchesUsageFilter(row: KnownUsage, filter: UsageFilter): boolean {
  const { operation, recipe, state, text, from, to } = filter;
  if (operation !== null && row.operation !== operation) return false;
  if (recipe !== null && row.recipe !== recipe) return false;
  if (state !== null && row.state !== state) return false;
  if (from !== null && (row.day === null || row.day < from)) return false;
  if (to !== null && (row.day === null || row.day > to)) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || [row.name, row.taskId, row.operation].some((each) => each?.toLowerCase().includes(wanted));
}

/** Charged sums by day, operation, recipe and folder, latest day first; skips rows without a time. */
export function sumUsage(rows: readonly KnownUsage[]): UsageSum[] {
  const sums = new Map<string, { row: KnownUsage & { readonly day: string }; credits: Credits; tasks: number }>();
  for (const row of rows) {
    const { day, operation, recipe, folder, credits } = row;
    if (day === null) continue;
    const key = JSON.stringify([day, operation, recipe, folder]);
    const sum = sums.get(key) ?? { row: { ...row, day }, credits: ZERO_CREDITS, tasks: 0 };
    sums.set(key, { ...sum, credits: addCredits(sum.credits, credits ?? ZERO_CREDITS), tasks: sum.tasks + 1 });
  }
  return [...sums.values()]
    .map(({ row: { day, operation, recipe, folder }, credits, tasks }) => {
      return { day, operation, recipe, folder, tasks, credits: formatCredits(credits) };
    })
    .sort((one, other) => other.day.localeCompare(one.day));
}

/** Total charge of the rows. */
export function sumCharged(rows: readonly KnownUsage[]): Credits {
  return sumCredits(rows.map(({ credits }) => credits ?? ZERO_CREDITS));
}

function toKnown(row: UsageRow, owner: TaskOwner | undefined): KnownUsage {
  const { task_id: taskId, type: operation, status, created_at: created, credits_consumed: credits = null } = row;
  const at = readMoment(created);
  return {
    ...{ taskId, operation, status, at },
    day: at === null ? null : toLocalDay(at),
    state: isOpen(row) ? 'open' : ENDS.includes(status) ? (status as UsageState) : 'other',
    credits: isOpen(row) && credits === ZERO_CREDITS ? null : credits,
    held: isOpen(row) ? (owner?.estimate ?? null) : null,
    jobId: owner?.jobId ?? null,
    name: owner?.name ?? null,
    recipe: owner?.recipe ?? null,
    folder: owner?.origin ?? null,
    listed: owner?.listed ?? false,
  };
}

/** Parses ISO 8601 (2.2); null if invalid. */
function readMoment(told: string): number | null {
  const at = Date.parse(told);
  return Number.isFinite(at) ? at : null;
}

function toDecimal(amount: Credits | null): string | null {
  return amount === null ? null : formatCredits(amount);
}
