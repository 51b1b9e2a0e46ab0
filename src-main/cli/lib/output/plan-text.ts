import type { BatchPlan, SpendingPlan } from '../../../../src-shared/ipc/views/money-view.ts';
import { groupThousands } from '../../../../src-shared/base/group-thousands.ts';
import { creditsName } from '../../../../src-shared/jobs/test-credits.ts';
import { formatBalance } from './balance-text.ts';
import { alignColumns } from './text-columns.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';

const BASES = { listed: '', learned: 'charged recently', unknown: 'unknown until charged' } as const;

/** Maximum number of names listed. */
const MAX_LISTED = 20;

const KINDS = { picture: 'images', views: 'views', prompt: 'prompts', model: 'models' } as const;

/** A plan, with the skipped sources where it has sources. */
type PlanToShow = SpendingPlan & Partial<Pick<BatchPlan, 'sources' | 'takes' | 'leftOut'>>;

/** The cost of a batch as a table, and the sources that the recipe skips. */
export function formatSpendingPlan(plan: PlanToShow): string {
  return (
    toTable(plan) +
    toLeftOut(plan)
      .map((line) => `${line}\n`)
      .join('')
  );
}

function toLeftOut({ sources = 0, takes = [], leftOut = [] }: PlanToShow): string[] {
  if (leftOut.length === 0) return [];
  const kinds = takes.map((kind) => KINDS[kind]).join(' and ');
  const named = leftOut.slice(0, MAX_LISTED).map(({ name }) => `  ${maskControlCharacters(name)}`);
  const rest = leftOut.length - named.length;
  return [
    `Skipped ${leftOut.length} of ${sources}: this recipe takes ${kinds}.`,
    ...named,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function toTable(plan: SpendingPlan): string {
  const jobs = plan.jobs === 1 ? '1 job' : `${groupThousands(String(plan.jobs))} jobs`;
  if (plan.free) return `${jobs}, free.\n`;
  const rows = plan.lines.map(({ operation, count, each, total, basis }) => [
    operation,
    `${groupThousands(String(count))} ×`,
    each === null ? '?' : groupThousands(each),
    total === null ? '?' : groupThousands(total),
    BASES[basis],
  ]);
  const sum = ['total', '', '', groupThousands(plan.total), `${creditsName(plan.test)} for ${jobs}`];
  return alignColumns([...rows, sum], [1, 2, 3]) + toNotes(plan).join('');
}

function toNotes({ test, testTotal, unknown, balance, held, available, spentToday, over }: SpendingPlan): string[] {
  const steps = unknown === 1 ? '1 step has' : `${unknown} steps have`;
  return [
    ...(testTotal === '0.00' ? [] : [`Also ${groupThousands(testTotal)} test credits on this computer.\n`]),
    ...(unknown > 0 ? [`${steps} no known price until charged.\n`] : []),
    ...(balance === null ? [] : [`${formatBalance({ balance, held: held ?? '0.00', test }, available)}\n`]),
    ...(spentToday === '0.00' ? [] : [`Spent or held today: ${groupThousands(spentToday)}.\n`]),
    ...over.map((cap) => `${toWarning(cap)}\n`),
  ];
}

function toWarning({ cap, subject, limit, would, covers }: SpendingPlan['over'][number]): string {
  const [most, sum] = [groupThousands(limit), groupThousands(would)];
  switch (cap) {
    case 'day':
      return `Exceeds the daily limit of ${most}: the total would be ${sum}. Jobs above the limit wait.`;
    case 'recipe':
      return `Exceeds the daily limit of ${most} for recipe “${subject}”: the total would be ${sum}. Jobs above the limit wait.`;
    case 'folder':
      return `Exceeds the daily limit of ${most} for folder “${subject}”: the total would be ${sum}. Jobs above the limit wait.`;
    case 'balance':
      return `Costs ${sum}, more than the ${most} available.${covers && covers.of > 1 ? ` That covers ${covers.jobs} of ${covers.of} jobs.` : ''} The queue pauses when the credits run out.`;
    case 'pause_below':
      return `Would leave ${sum}, less than the ${most} to keep. The queue pauses before that.`;
  }
}
