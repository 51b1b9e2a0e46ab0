import type { ServiceCard } from '../../../../src-shared/ipc/views/account-view.ts';
import { isGreaterAmount, isNonZeroAmount, subtractAmounts } from '../../../app/credit-amounts.ts';
import { formatAmount } from '../../../app/language/format.ts';
import { TEXTS } from '../../../app/language/texts.ts';
import { DEPLOYMENT_LABELS } from '../../../app/language/labels.ts';

const T = TEXTS.account;

/** Formats a service's name: `This computer`, `Cloud · International`, `studio · China`. */
export function serviceTitle({ kind, name, deployment }: Pick<ServiceCard, 'kind' | 'name' | 'deployment'>): string {
  if (kind === 'local') return TEXTS.service.local;
  const region = DEPLOYMENT_LABELS[deployment ?? 'international'];
  return name === null || name === deployment ? T.cloud(region) : T.named(name, region);
}

/** Line below a balance; `tone` is amber for held credits that no job explains. */
export interface CardFact {
  readonly words: string;
  readonly tone: 'plain' | 'amber';
}

/** Lists held credits, what explains them, and the cost of jobs that are not submitted yet. */
export function cardFacts({ held, underWay, waiting, free }: ServiceCard): CardFact[] {
  const facts: CardFact[] = [];
  if (held !== null && !free) {
    facts.push({ words: T.held(formatAmount(held)), tone: 'plain' });
    if (underWay.jobs > 0 && !isGreaterAmount(underWay.amount, held))
      facts.push({ words: T.explained(formatAmount(underWay.amount), underWay.jobs), tone: 'plain' });
    const rest = subtractAmounts(held, underWay.amount);
    if (isGreaterAmount(rest, '0') && underWay.unknown === 0)
      facts.push({ words: T.unexplained(formatAmount(rest)), tone: 'amber' });
  }
  if (waiting.jobs > 0) facts.push({ words: waitingLabel(waiting, free), tone: 'plain' });
  return facts;
}

function waitingLabel({ amount, jobs, unknown }: ServiceCard['waiting'], free: boolean): string {
  if (free) return T.waitsFree(jobs);
  return unknown > 0 && isNonZeroAmount(amount)
    ? T.waitsUnknown(formatAmount(amount), jobs)
    : T.waits(formatAmount(amount), jobs);
}
