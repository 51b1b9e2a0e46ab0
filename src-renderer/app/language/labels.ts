import type { OperationName } from '../../../src-shared/api/operations.ts';
import { FORMAT_ROWS } from '../../../src-shared/formats/formats.ts';
import type { Job, JobStep, Money } from '../../../src-shared/jobs/job.ts';
import { formatAmount, formatBytes } from './format.ts';
import { JOB_TEXTS } from '../../features/queue/texts/job-texts.ts';
import { OPERATION_TEXTS } from '../../features/operations/texts/operation-texts.ts';
import { REASON_TEXTS } from './reason-texts.ts';
import { chineseTexts } from './load-language.ts';
import { translated } from './translated.ts';

const WORDS = translated({ en: JOB_TEXTS, zh: () => chineseTexts()?.jobs });
const OPERATION_WORDS = translated({ en: OPERATION_TEXTS, zh: () => chineseTexts()?.operations });

/** Job states, as shown in rows and in the inspector. */
export const STATE_LABELS = WORDS.states;

/** Group headings. */
export const GROUP_LABELS = WORDS.groups;

export const FILTER_LABELS = WORDS.filters;

/** Meanings of an amount. */
export const CHARGE_LABELS = WORDS.money;

/** States of the service. */
export const SERVICE_LABELS = WORDS.service;

export const THEME_LABELS = WORDS.themes;

/** Job priorities. */
export const PRIORITY_LABELS = WORDS.priorities;

/** Regions by the deployment of their service. */
export const DEPLOYMENT_LABELS = WORDS.deployments;

/** Short reasons for failures, for rows. */
export const REASON_LABELS = translated({ en: REASON_TEXTS, zh: () => chineseTexts()?.reasons });

/** Returns the kind of a job's source; for views with their number: `4 views`. */
export function kindTitle({ kind, views }: Pick<Job, 'kind' | 'views'>): string {
  return views > 0 ? WORDS.views(views) : WORDS.kinds[kind];
}

/** Returns the kind and size of a job's source: `4 views, 1.20 MB`. The size of a prompt is omitted. */
function kindLabel(job: Pick<Job, 'kind' | 'views' | 'sourceBytes'>): string {
  return job.kind === 'prompt' ? kindTitle(job) : WORDS.sized(kindTitle(job), formatBytes(job.sourceBytes));
}

/** Returns the kind and size of a job's source; with the sides of its views, or the prompt, once known. */
export function sourceLabel(
  job: Pick<Job, 'kind' | 'views' | 'sourceBytes'>,
  source: { readonly views: readonly string[]; readonly prompt: string | null } | null,
): string {
  if (source?.prompt != null) return WORDS.prompt(source.prompt);
  return source && source.views.length > 0 ? WORDS.sides(source.views.length, source.views) : kindLabel(job);
}

/** Returns the state shown in a row: the verb of the running step; for a failed job, whether it was refunded. */
export function jobStateLabel(job: Pick<Job, 'status' | 'steps' | 'step' | 'money'>): string {
  const step = job.steps[job.step];
  if (job.status === 'running' && step) return stepVerb(step);
  if (job.status === 'failed' && job.money.kind === 'back') return WORDS.failed.refunded;
  if (job.status === 'failed' && job.money.kind === 'not_charged') return WORDS.failed.notCharged;
  return STATE_LABELS[job.status];
}

/** Returns the verb for a running step. */
function stepVerb({ operation, format }: Pick<JobStep, 'operation' | 'format'>): string {
  if (operation === 'convert_model' && format) return WORDS.convertingTo(FORMAT_ROWS[format].title);
  return OPERATION_WORDS[operation][0];
}

/** Returns the name of a step's result. */
export function stepTitle({ operation, format }: Pick<JobStep, 'operation' | 'format'>): string {
  return operation === 'convert_model' && format ? FORMAT_ROWS[format].title : OPERATION_WORDS[operation][1];
}

/** Operations that can process a result, in the order of their texts. */
export const RESULT_OPERATIONS = (Object.keys(OPERATION_TEXTS) as OperationName[]).filter(
  (name) => !['text_to_model', 'text_to_image', 'import_model'].includes(name),
);

/** Returns the name of an operation's result; an unknown operation keeps its own name. */
export function operationTitle(operation: string): string {
  return Object.hasOwn(OPERATION_WORDS, operation) ? OPERATION_WORDS[operation as OperationName][1] : operation;
}

/** Returns the amount column of a row: the number and its meaning; nothing for free jobs. */
export function chargeColumn(money: Money): { readonly amount: string; readonly meaning: string } {
  if (money.kind === 'free') return { amount: '', meaning: '' };
  const amount = money.kind === 'not_known' ? '–' : formatAmount(money.amount);
  const hasAmount = money.kind !== 'not_known' && money.kind !== 'not_charged';
  return { amount, meaning: hasAmount ? testLabel(meaningOf(money), money) : meaningOf(money) };
}

function meaningOf({ kind, back, held, charged }: Money): string {
  if (kind === 'back') return WORDS.amount(formatAmount(back), CHARGE_LABELS.back);
  if (charged !== undefined) {
    return WORDS.chargedAndHeld(CHARGE_LABELS[kind], WORDS.amount(formatAmount(charged), CHARGE_LABELS.charged));
  }
  if (held === undefined) return CHARGE_LABELS[kind];
  return WORDS.chargedAndHeld(CHARGE_LABELS[kind], WORDS.amount(formatAmount(held), CHARGE_LABELS.held));
}

/** Marks words about test credits of a rehearsal, so that they never look like money: `held (test)`. */
export function testLabel(words: string, { test }: { readonly test?: boolean | undefined }): string {
  return test && words !== '' ? WORDS.test(words) : words;
}

/** Returns an amount with its meaning: `110.00 held`, and `110.00 held (test)` for test credits. */
export function amountLabel(amount: string, kind: Money['kind'], credits: Pick<Money, 'test'>): string {
  return WORDS.amount(formatAmount(amount), testLabel(CHARGE_LABELS[kind], credits));
}

/** Returns a sentence about the charge beside the error of a job; empty if the error says itself that it may be charged. */
export function jobChargeSentence({ money, status, error }: Pick<Job, 'money' | 'status' | 'error'>): string {
  if (error?.code === 'maybe_ordered' && money.charged === undefined) return '';
  return chargeSentence(money, status === 'failed');
}

/** Returns a sentence about the charge; `failed`: for a job that ended without a model. */
export function chargeSentence(money: Money, failed = false): string {
  const hasAmount = !['free', 'not_charged', 'not_known', 'estimate'].includes(money.kind);
  return joinSentences([amountSentence(money, failed), hasAmount ? testSentence(money) : '']);
}

/** Returns a sentence for amounts of test credits; empty for others. */
export function testSentence({ test }: { readonly test?: boolean | undefined }): string {
  return test ? WORDS.charge.test : '';
}

function amountSentence({ kind, amount, back, held, charged }: Money, failed: boolean): string {
  const { charge } = WORDS;
  const sum = formatAmount(amount);
  const cameBack = charge.back(formatAmount(back));
  if (failed && kind === 'charged') return joinSentences([Number(back) === 0 ? '' : cameBack, charge.stays(sum)]);
  if (charged !== undefined) return charge.charged(formatAmount(charged));
  switch (kind) {
    case 'free':
      return charge.free;
    case 'estimate':
    case 'not_charged':
      return charge.none;
    case 'held':
      return charge.held(sum);
    case 'charged':
      return joinSentences([charge.charged(sum), held === undefined ? '' : charge.held(formatAmount(held))]);
    case 'back':
      return joinSentences([cameBack, Number(amount) === 0 ? '' : charge.stays(sum)]);
    case 'maybe_paid':
      return charge.maybe(sum);
    case 'not_known':
      return charge.unknown;
  }
}

/** Returns an amount and its meaning in a few words: `120.00 charged`, `110.00 back`, `free`. */
export function chargeLabel(money: Money): string {
  if (money.kind === 'free') return CHARGE_LABELS.free;
  const { amount, meaning } = chargeColumn(money);
  return ['back', 'not_known'].includes(money.kind) ? meaning : WORDS.amount(amount, meaning);
}

/** Returns the accessible name of a row: “lantern.png, outcome unknown, 110.00 maybe paid”. */
export function rowAccessibleName(job: Pick<Job, 'name' | 'status' | 'steps' | 'step' | 'money' | 'priority'>): string {
  return WORDS.row(job.name, jobStateLabel(job), chargeLabel(job.money)) + WORDS.rowPriority[job.priority];
}

/** Joins sentences as the language requires; omits empty ones. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(WORDS.gap);
}
