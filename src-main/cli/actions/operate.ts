import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Format } from '../../../src-shared/formats/formats.ts';
import type { Handlers, Output } from '../../../src-shared/ipc/contract.ts';
import type { App } from '../../app-deps.ts';
import type { AppParts } from '../../app.ts';
import { addToRecipe } from '../lib/add-to-recipe.ts';
import { confirmSpending, type SpendingConsent } from '../lib/input/confirm-spending.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { findJobId } from '../lib/input/find-job-ids.ts';
import { parseParameter } from '../lib/input/parse-parameter.ts';
import { attachImages } from '../lib/input/attach-images.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { INTERRUPTED_STATUS, listenForInterrupt } from '../lib/interrupt.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import { UsageError } from '../lib/usage-error.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

type OperationRequest = Parameters<Handlers['operations:check']>[0];

/** Arguments and options of `dropforge operate`. */
export interface OperateInput extends SpendingConsent {
  readonly job: string;
  readonly operation: string | undefined;
  readonly set: readonly string[];
  readonly upload: readonly string[];
  /** Counted from 1. */
  readonly step: number | undefined;
  readonly check: boolean;
  readonly addTo: string | undefined;
}

/**
 * Lists the operations for the result of a finished job, or runs one. With `check` it only validates; with `addTo` the
 * operation becomes the last step of a recipe. Neither sends anything.
 */
export async function operate(input: OperateInput, { home }: CommandContext): Promise<CommandResult> {
  const operation = input.operation === undefined ? null : readName(input.operation);
  return withHeadlessApp(home, async (app) => {
    const id = findJobId(app.queue, input.job);
    const choices = await app.handlers['operations:of']({
      id,
      ...(input.step === undefined ? {} : { step: input.step - 1 }),
    });
    if (operation === null) return { data: { id, ...choices }, text: toList(choices) };
    assertFits(choices, operation);
    const set = Object.fromEntries(input.set.map((given) => parseParameter(operation, given)));
    const { add, identify } = app.references;
    const params = await attachImages(operation, set, input.upload, input.check ? identify : add);
    const request = { id, step: choices.step, operation, params };
    const verdict = await app.handlers['operations:check'](request);
    if (verdict.issues.length > 0 || input.check) return toVerdict(verdict);
    if (input.addTo !== undefined) {
      return addToRecipe(app, input.addTo, { operation, params, exports: toExport(verdict) });
    }
    await confirmSpending(verdict.plan, input);
    return run(app, request, verdict.plan.total);
  });
}

/** Orders the operation, waits until the job ends or the user interrupts, and reports the result. */
async function run(
  { handlers, queue }: App & AppParts,
  request: OperationRequest,
  agreed: string,
): Promise<CommandResult> {
  const { id } = request;
  const known = new Set(queue.find(id)?.artifacts.map((artifact) => artifact.id));
  const { existing } = await handlers['operations:order']({ ...request, agreed });
  if (existing !== null) {
    const file = queue.findArtifact(existing);
    const job = queue.views([id])[0];
    const text = `The same conversion was exported before.\n${maskControlCharacters(file?.exportedPath ?? '')}\n`;
    return { data: { job }, text };
  }
  const interrupt = listenForInterrupt();
  queue.start();
  const ended = await Promise.race([queue.whenSettled([id]).then(() => 'settled' as const), interrupt.interrupted]);
  interrupt.stop();
  const job = queue.views([id])[0];
  if (ended === 'interrupted') {
    const text = 'Interrupted. Your job is safe; “dropforge resume” continues it.\n';
    return { data: { job }, text, status: INTERRUPTED_STATUS };
  }
  const files =
    queue.find(id)?.artifacts.filter((artifact) => artifact.role !== 'preview' && !known.has(artifact.id)) ?? [];
  const paths = files.map((file) => `${maskControlCharacters(file.exportedPath ?? file.path)}\n`).join('');
  if (job?.status === 'done') return { data: { job }, text: `${request.operation} is done.\n${paths}` };
  const paused = queue.isPaused() ? ' The queue is paused; “dropforge queue resume” continues it.' : '';
  const text = `The job is ${job?.status ?? 'removed'}. ${maskControlCharacters(toEnglish(job?.error?.detail ?? ''))}${paused}`;
  return { data: { job }, text: `${text.trimEnd()}\n${paths}`, status: 1 };
}

/** Export format of the result; GLB where only the service knows the format. */
function toExport({ leavesModel, makes }: Output<'operations:check'>): Format | null {
  return leavesModel ? (makes ?? 'glb') : null;
}

function readName(given: string): OperationName {
  const name = OPERATION_NAMES.find((known) => known === given.replaceAll('-', '_'));
  if (name) return name;
  throw new UsageError(
    `Unknown operation “${maskControlCharacters(given)}”. “dropforge operate JOB” lists the operations.`,
  );
}

function assertFits({ operations, step }: Output<'operations:of'>, name: OperationName): void {
  const choice = operations.find((each) => each.name === name);
  if (choice?.misfit === null) return;
  throw new AppError(
    'bad_request',
    `${name} cannot be applied to the result of step ${step + 1}. ${whyNot(choice?.misfit)}`.trimEnd(),
  );
}

function toList({ operations, steps, step, free }: Output<'operations:of'>): string {
  const made = steps
    .map((each) => `${each.step + 1} ${each.operation}${each.step === step ? ' (selected)' : ''}`)
    .join(', ');
  const lines = operations.map(({ name, price, misfit, check }) => {
    const { title }: Operation = OPERATIONS[name];
    if (misfit) return `  – ${name}  ${title}: ${whyNot(misfit)}\n`;
    const hint = check === null ? '' : ` (run ${check} first to see if it can succeed)`;
    return `  ${name}  ${title}, ${free || price === '0.00' ? 'free' : price === null ? 'price unknown' : groupThousands(price)}${hint}\n`;
  });
  return `Steps: ${made}\n${lines.join('')}`;
}

function whyNot(misfit: Output<'operations:of'>['operations'][number]['misfit'] | undefined): string {
  switch (misfit?.kind) {
    case 'needs':
      return `It needs the result of ${misfit.operations.join(' or ')}.`;
    case 'no_model':
      return 'It needs a model.';
    default:
      return 'It does not apply to a result.';
  }
}

/** The result of the check with the request as it would be sent; status 1 when it has issues. */
function toVerdict(verdict: Output<'operations:check'>): CommandResult {
  const { issues, price, plan, request, command } = verdict;
  const listFixes = ({ ways = [] }: (typeof issues)[number]): string =>
    ways
      .map(({ field, value }) => (value === null ? `leave ${field} out` : `--set ${field}=${JSON.stringify(value)}`))
      .join(', or ');
  const invalid = issues.map((issue) => {
    const fixes = listFixes(issue);
    return `${maskControlCharacters(`${issue.field || 'request'}: ${issue.message}`)}${fixes ? ` Try ${maskControlCharacters(fixes)}.` : ''}\n`;
  });
  const cost = plan.free ? 'free' : price === null ? 'price unknown' : `${groupThousands(price)} credits`;
  const valid = `Valid: POST ${request.path}, ${cost}.\n${maskControlCharacters(command)}\n`;
  const text = issues.length > 0 ? invalid.join('') : valid;
  return { data: verdict, text: `${text}Nothing was sent.\n`, status: issues.length > 0 ? 1 : 0 };
}
