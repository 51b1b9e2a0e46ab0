import path from 'node:path';
import {
  addCredits,
  formatCredits,
  ZERO_CREDITS,
  parseCredits,
  type Credits,
} from '../../../src-shared/api/pricing/credits.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { findDistinguishingParameter } from '../../../src-shared/jobs/distinguishing-parameter.ts';
import { FORMAT_ROWS } from '../../../src-shared/formats/formats.ts';
import { usesTestCredits } from '../../../src-shared/jobs/test-credits.ts';
import { isStepHeld, type Job, type JobStep, type Money, type Price } from '../../../src-shared/jobs/job.ts';
import { pickSeeds } from '../../../src-shared/operations/seeds.ts';
import { toSafeBaseName } from '../../folders/file-name.ts';
import type { ArtifactRecord, JobRecord, StepRecord } from '../../pipeline/job-record.ts';
import { listedPrice } from '../spending/price-book.ts';

/** The cost of a job's step, if known. */
export type PriceOf = (record: JobRecord, step: StepRecord) => Price;

/**
 * A job as the page receives it: no path, no key, no URL. `progress` is the live share of the running step. Prices are
 * the interface's list prices, unless a price book is given.
 */
export function toJobView(record: JobRecord, progress: number, priceOf: PriceOf = listed): Job {
  const baseName = toSafeBaseName(record.name);
  const prices = record.steps.map((step) => priceOf(record, step));
  return {
    id: record.id,
    name: record.name,
    kind: record.kind,
    views: record.kind === 'views' ? record.sources.length : 0,
    sourceBytes: record.sources.reduce((sum, { bytes }) => sum + bytes, 0),
    hasThumbnail: record.hasThumbnail,
    status: record.status,
    recipe: record.recipe,
    position: record.position,
    priority: record.priority,
    serviceKind: record.serviceKind,
    step: record.step,
    steps: record.steps.map((step, index) => ({
      operation: step.operation,
      from: step.from,
      asked: findDistinguishingParameter(step.operation, step.params),
      format: step.exports,
      status: step.status,
      progress: step.status === 'done' ? 100 : index === record.step ? Math.round(progress * 100) : 0,
      taskId: step.taskId,
      price: prices[index] as Price,
      creditsConsumed: step.creditsConsumed,
      ...toSeeds(step),
      ...(step.notes === undefined || step.notes.length === 0 ? {} : { notes: [...step.notes] }),
      ...(step.generator && { generator: step.generator }),
      ...(step.extra ? { extra: true as const } : {}),
    })),
    money: { ...toMoney(record, prices), ...(isPaidInTest(record) ? { test: true as const } : {}) },
    error: record.error,
    retryAt: record.retryAt,
    artifacts: record.artifacts.map(
      ({ id, step, role, format, path: file, bundle, bytes, sha256, triangles, exportedPath }) => ({
        id,
        step,
        role,
        format,
        bytes,
        sha256,
        ...(triangles === undefined ? {} : { triangles }),
        // An exported file keeps its name when the job is renamed.
        name: exportedPath === null ? nameOf(baseName, { role, format, path: file }) : path.basename(exportedPath),
        exported: exportedPath !== null,
        inLibrary: file !== exportedPath,
        ...(bundle === null ? {} : { bundled: true as const }),
      }),
    ),
    notes: [...record.notes],
    origin: record.origin ?? null,
    basedOn: record.basedOn ?? null,
    favourite: record.favourite ?? false,
    tags: [...(record.tags ?? [])],
    collections: [...(record.collections ?? [])],
    filed: record.filed === true && record.status === 'done',
    createdAt: record.createdAt,
    startedAt: record.startedAt,
    tookMs: record.tookMs ?? spanOf(record),
    finishedAt: record.finishedAt,
  };
}

/** Omitted if empty, to keep the view of many jobs small. */
function toSeeds({ params, taskId }: StepRecord): Pick<JobStep, 'seeds'> {
  const seeds = taskId === null ? {} : pickSeeds(params);
  return Object.keys(seeds).length === 0 ? {} : { seeds };
}

/** Duration of its only run; null: not finished, or never started. */
function spanOf({ startedAt, finishedAt }: JobRecord): number | null {
  return startedAt === null || finishedAt === null ? null : finishedAt - startedAt;
}

/** Display name of an artifact; an image includes its view, as in “chair front.png”. */
function nameOf(
  baseName: string,
  { role, format, path: file }: Pick<ArtifactRecord, 'role' | 'format' | 'path'>,
): string {
  if (role === 'picture') return `${baseName} ${path.basename(file).replace(/^\d+-/, '')}`;
  return format ? `${baseName}.${FORMAT_ROWS[format].extension}` : 'preview.webp';
}

/** True if the job is paid with test credits of a rehearsal. */
export function isPaidInTest({ serviceKind, free }: Pick<JobRecord, 'serviceKind' | 'free'>): boolean {
  return usesTestCredits(serviceKind, free);
}

/** The total that the service reported as charged for a job, also for tasks that were ordered again. */
export function chargedFor(record: JobRecord): Credits {
  return addCredits(chargedForSteps(record), parseCredits(record.chargedBefore ?? '0') ?? ZERO_CREDITS);
}

function chargedForSteps({ steps }: JobRecord): Credits {
  return addCredits(...steps.map((step) => parseCredits(step.creditsConsumed ?? '0') ?? ZERO_CREDITS));
}

/** Estimated price of the steps that match; null when a price is not known. */
function estimateFor(steps: readonly Pick<StepRecord, 'operation' | 'params'>[]): Credits | null {
  const prices = steps.map(({ operation, params }) => OPERATIONS[operation].price(params));
  const known = prices.filter((price) => price !== null);
  return known.length < prices.length ? null : addCredits(...known);
}

/** Credits that a service may hold for unfinished orders; null if a price is unknown. */
export function explainHolds(records: readonly JobRecord[]): Credits | null {
  return estimateFor(records.flatMap(({ steps }) => steps.filter(isStepHeld)));
}

/** True if the task of a step failed and nothing was charged for it. */
export function isRefunded(step: StepRecord | undefined): boolean {
  return step?.refunded === true && Number(step.creditsConsumed ?? 0) === 0;
}

/** True if a step may have been charged without confirmation. */
export function isChargeUnconfirmed(record: JobRecord): boolean {
  return record.steps.some((_, index) => isStepInDoubt(record, index));
}

/** Its order got no response, the end of its task was not seen, or the reported charge is invalid. */
function isStepInDoubt({ status, steps, step, free }: JobRecord, index: number): boolean {
  const own = steps[index] as StepRecord;
  const isCurrent = index === step;
  if (isCurrent && (status === 'unknown' || own.status === 'unknown')) return true;
  const isOver = status === 'done' || status === 'failed' || status === 'cancelled';
  if (!isOver || free || own.taskId === null || own.refunded || own.creditsConsumed !== null) return false;
  return own.status === 'done' || (isCurrent && status !== 'done');
}

/** The list price; zero for a free job. */
function listed({ free }: JobRecord, step: StepRecord): Price {
  const { amount, basis } = listedPrice(step);
  if (free) return { amount: formatCredits(ZERO_CREDITS), basis: 'listed' };
  return { amount: amount === null ? null : formatCredits(amount), basis };
}

/** The amount shown for a job, and its meaning. */
function toMoney(record: JobRecord, prices: readonly Price[]): Money {
  if (record.free) return money('free', ZERO_CREDITS);
  const current = record.steps[record.step];
  const amounts = prices.map(({ amount }) => (amount === null ? null : parseCredits(amount)));
  const currentPrice = amounts[record.step] ?? null;
  if (record.status === 'held') return toHeldMoney(record, amounts);
  if (isChargeUnconfirmed(record)) {
    const doubtful = amounts.filter((_, index) => isStepInDoubt(record, index));
    return money('maybe_paid', addCredits(...doubtful.map((amount) => amount ?? ZERO_CREDITS)));
  }
  const back = isRefunded(current) ? (currentPrice ?? ZERO_CREDITS) : ZERO_CREDITS;
  if (record.status === 'failed' || record.status === 'cancelled') {
    const charged = chargedFor(record);
    if (charged > 0) return money('charged', charged, back);
    return back > 0 ? money('back', ZERO_CREDITS, back) : money('not_charged', ZERO_CREDITS);
  }
  // Until the end, what was charged before would hide what the job costs now.
  const charged = record.status === 'done' ? chargedFor(record) : chargedForSteps(record);
  // Steps without a price, such as imports, cost nothing at a cloud either.
  if (charged === 0 && amounts.length > 0 && amounts.every((amount) => amount === 0))
    return money('free', ZERO_CREDITS);
  if (record.status === 'done') return money('charged', charged);
  const held = amounts.filter((_, index) => isStepHeld(record.steps[index] as StepRecord));
  const heldSum = addCredits(...held.map((amount) => amount ?? ZERO_CREDITS));
  if (charged > 0) return money('charged', charged, ZERO_CREDITS, heldSum);
  if (heldSum > 0) return money('held', heldSum);
  const known = amounts.filter((amount) => amount !== null);
  const estimate = known.length < amounts.length ? null : addCredits(...known);
  return estimate === null || held.includes(null) ? money('not_known', ZERO_CREDITS) : money('estimate', estimate);
}

/** What a job costs from now on, which is confirmed first, and what it was charged before. */
function toHeldMoney(record: JobRecord, amounts: readonly (Credits | null)[]): Money {
  const due = amounts.filter((_, index) => record.steps[index]?.status !== 'done');
  const sum = addCredits(...due.map((amount) => amount ?? ZERO_CREDITS));
  const charged = chargedFor(record);
  const isKnown = !due.includes(null);
  return {
    ...money(!isKnown ? 'not_known' : sum > 0 || charged > 0 ? 'estimate' : 'free', isKnown ? sum : ZERO_CREDITS),
    ...(charged > 0 && { charged: formatCredits(charged) }),
  };
}

function money(kind: Money['kind'], amount: Credits, back = ZERO_CREDITS, held = ZERO_CREDITS): Money {
  const beside = held > 0 ? { held: formatCredits(held) } : {};
  return { kind, amount: formatCredits(amount), back: formatCredits(back), ...beside };
}
