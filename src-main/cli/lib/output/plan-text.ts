import type { BatchPlan, SpendingPlan } from '../../../../src-shared/ipc/views/money-view.ts';
import { alignColumns, groupThousands } from './text-columns.ts';
import { maskControlCharacters } from './mask-control-characters.ts';

const BASES = { listed: '', learned: 'usually charged', unknown: 'unknown until it is charged' } as const;

/** More names than these tell a person nothing more. */
const MAX_LISTED = 20;

const KINDS = { picture: 'pictures', views: 'views', prompt: 'prompts', model: 'models' } as const;

/** A plan, with what is no part of it where it is one of sources. */
type Shown = SpendingPlan & Partial<Pick<BatchPlan, 'sources' | 'takes' | 'leftOut'>>;

/** What a batch costs, as a table a person reads before saying yes, and which of its sources are left out. */
export function formatSpendingPlan(plan: Shown): string {
  return (
    toTable(plan) +
    toLeftOut(plan)
      .map((line) => `${line}\n`)
      .join('')
  );
}

function toLeftOut({ sources = 0, takes = [], leftOut = [] }: Shown): string[] {
  if (leftOut.length === 0) return [];
  const are = leftOut.length === 1 ? 'is' : 'are';
  const kinds = takes.map((kind) => KINDS[kind]).join(' and ');
  const named = leftOut.slice(0, MAX_LISTED).map(({ name }) => `  ${maskControlCharacters(name)}`);
  const rest = leftOut.length - named.length;
  return [
    `${leftOut.length} of ${sources} ${are} left out: this recipe takes ${kinds}.`,
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
  const sum = ['total', '', '', groupThousands(plan.total), `credits for ${jobs}`];
  return alignColumns([...rows, sum], [1, 2, 3]) + toNotes(plan).join('');
}

function toNotes({ unknown, balance, held, spentToday, over }: SpendingPlan): string[] {
  const steps = unknown === 1 ? '1 step costs' : `${unknown} steps cost`;
  return [
    ...(unknown > 0 ? [`${steps} what nobody knows before it is charged.\n`] : []),
    ...(balance === null ? [] : [`Balance ${groupThousands(balance)}, ${groupThousands(held ?? '0.00')} held.\n`]),
    ...(spentToday === '0.00' ? [] : [`Spent or held today: ${groupThousands(spentToday)}.\n`]),
    ...over.map((cap) => `${toWarning(cap)}\n`),
  ];
}

function toWarning({ cap, subject, limit, would }: SpendingPlan['over'][number]): string {
  const [most, sum] = [groupThousands(limit), groupThousands(would)];
  switch (cap) {
    case 'day':
      return `Over the limit of ${most} a day: it would be ${sum}. Jobs beyond it wait.`;
    case 'recipe':
      return `Over the limit of ${most} a day for recipe “${subject}”: it would be ${sum}. Jobs beyond it wait.`;
    case 'folder':
      return `Over the limit of ${most} a day for folder “${subject}”: it would be ${sum}. Jobs beyond it wait.`;
    case 'balance':
      return `More than the ${most} that are left: it costs ${sum}. The queue pauses when they are gone.`;
    case 'pause_below':
      return `It would leave ${sum}, less than the ${most} to keep. The queue pauses before that.`;
  }
}
