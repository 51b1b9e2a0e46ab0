import { parseArgs } from 'node:util';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Format } from '../../../src-shared/formats/formats.ts';
import type { Handlers, Output } from '../../../src-shared/ipc/contract.ts';
import type { App } from '../../app-deps.ts';
import type { AppParts } from '../../app.ts';
import { resolveHome } from '../../settings/home.ts';
import { addToRecipe } from '../lib/add-to-recipe.ts';
import { confirmSpending } from '../lib/input/confirm-spending.ts';
import { groupThousands } from '../lib/output/text-columns.ts';
import { printResult, maskControlCharacters, type CommandResult } from '../lib/output/command-result.ts';
import { findJobId } from '../lib/input/find-job-ids.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';
import { parseParameter } from '../lib/input/parse-parameter.ts';
import { attachImages } from '../lib/input/attach-images.ts';

/** Exit status after the person interrupted. */
const INTERRUPTED = 130;

type Wanted = Parameters<Handlers['operations:check']>[0];

/**
 * `dropforge operate JOB [OPERATION]`: what can be made of the result of a finished job, or one operation more of it,
 * which is made right away; with `--check` only judged, and with `--add-to` made the last step of a recipe: nothing is sent.
 */
export async function operate(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      set: { type: 'string', multiple: true, default: [] },
      upload: { type: 'string', multiple: true, default: [] },
      step: { type: 'string' },
      check: { type: 'boolean', default: false },
      'add-to': { type: 'string' },
      yes: { type: 'boolean', default: false },
      'max-credits': { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  return printResult(values.json, async () => {
    const [word = '', name, ...more] = positionals;
    if (word === '' || more.length > 0) throw misuse('Name one job that “queue list” shows, then one operation.');
    const operation = name === undefined ? null : readName(name);
    const step = values.step === undefined ? undefined : readStep(values.step);
    const app = await openHeadlessApp(resolveHome(values.home, process.env));
    try {
      const id = findJobId(app.queue, word);
      const choices = await app.handlers['operations:of']({ id, ...(step === undefined ? {} : { step }) });
      if (operation === null) return { data: { id, ...choices }, text: toList(choices) };
      assertFits(choices, operation);
      const set = Object.fromEntries(values.set.map((given) => parseParameter(operation, given)));
      const { keep, look } = app.references;
      const params = await attachImages(operation, set, values.upload, values.check ? look : keep);
      const wanted = { id, step: choices.step, operation, params };
      const verdict = await app.handlers['operations:check'](wanted);
      if (verdict.issues.length > 0 || values.check) return toVerdict(verdict);
      const recipe = values['add-to'];
      if (recipe !== undefined)
        return await addToRecipe(app, recipe, { operation, params, exports: toExport(verdict) });
      await confirmSpending(verdict.plan, { yes: values.yes, most: values['max-credits'] });
      return await run(app, wanted, verdict.plan.total);
    } finally {
      await app.close();
    }
  });
}

/** Orders it, waits until the job is over or the person interrupts, and tells what came of it. */
async function run({ handlers, queue }: App & AppParts, wanted: Wanted, agreed: string): Promise<CommandResult> {
  const { id } = wanted;
  const known = new Set(queue.find(id)?.artifacts.map((artifact) => artifact.id));
  await handlers['operations:order']({ ...wanted, agreed });
  const interrupted = Promise.withResolvers<'interrupted'>();
  const interrupt = (): void => interrupted.resolve('interrupted');
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  queue.start();
  const ended = await Promise.race([queue.whenSettled([id]).then(() => 'settled' as const), interrupted.promise]);
  process.removeListener('SIGINT', interrupt);
  process.removeListener('SIGTERM', interrupt);
  const job = queue.list().find((each) => each.id === id);
  if (ended === 'interrupted') {
    const text = 'Interrupted. Nothing is lost; “dropforge resume” goes on.\n';
    return { data: { job }, text, status: INTERRUPTED };
  }
  const files =
    queue.find(id)?.artifacts.filter((artifact) => artifact.role !== 'preview' && !known.has(artifact.id)) ?? [];
  const paths = files.map((file) => `${maskControlCharacters(file.exportedPath ?? file.path)}\n`).join('');
  if (job?.status === 'done') return { data: { job }, text: `${wanted.operation} is done.\n${paths}` };
  const paused = queue.isPaused() ? ' The queue is paused; “dropforge queue resume” lets it go on.' : '';
  const text = `The job is ${job?.status ?? 'gone'}. ${maskControlCharacters(job?.error?.detail ?? '')}${paused}`;
  return { data: { job }, text: `${text.trimEnd()}\n${paths}`, status: 1 };
}

/** What its file is exported as; where only the service knows its format, as what that is. */
function toExport({ leavesModel, makes }: Output<'operations:check'>): Format | null {
  return leavesModel ? (makes ?? 'glb') : null;
}

function readName(given: string): OperationName {
  const name = OPERATION_NAMES.find((known) => known === given.replaceAll('-', '_'));
  if (name) return name;
  throw misuse(
    `There is no operation “${maskControlCharacters(given)}”. “dropforge operate JOB” lists what can be made.`,
  );
}

/** Steps are counted from one, as people do. */
function readStep(given: string): number {
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given) - 1;
  throw misuse('--step is the number of a step, such as 1.');
}

function assertFits({ operations, step }: Output<'operations:of'>, name: OperationName): void {
  const choice = operations.find((each) => each.name === name);
  if (choice?.misfit === null) return;
  throw new AppError(
    'bad_request',
    `${name} cannot work on what step ${step + 1} made. ${whyNot(choice?.misfit)}`.trimEnd(),
  );
}

function toList({ operations, steps, step, free }: Output<'operations:of'>): string {
  const made = steps
    .map((each) => `${each.step + 1} ${each.operation}${each.step === step ? ' (this one)' : ''}`)
    .join(', ');
  const lines = operations.map(({ name, price, misfit, check }) => {
    const { title }: Operation = OPERATIONS[name];
    if (misfit) return `  – ${name}  ${title}: ${whyNot(misfit)}\n`;
    const told = check === null ? '' : ` (${check} tells first whether it can succeed)`;
    return `  ${name}  ${title}, ${free || price === '0.00' ? 'free' : price === null ? 'price not known' : groupThousands(price)}${told}\n`;
  });
  return `Steps: ${made}\n${lines.join('')}`;
}

function whyNot(misfit: Output<'operations:of'>['operations'][number]['misfit'] | undefined): string {
  switch (misfit?.kind) {
    case 'needs':
      return `It works on the result of ${misfit.operations.join(' or ')} only.`;
    case 'no_model':
      return 'It needs a model.';
    default:
      return 'It works on no result.';
  }
}

/** What main says about it, as it would be sent; 1 when something is to be put right. */
function toVerdict(verdict: Output<'operations:check'>): CommandResult {
  const { issues, price, plan, request, command } = verdict;
  const ways = ({ ways = [] }: (typeof issues)[number]): string =>
    ways
      .map(({ field, value }) => (value === null ? `leave ${field} out` : `--set ${field}=${JSON.stringify(value)}`))
      .join(', or ');
  const wrong = issues.map((issue) => {
    const out = ways(issue);
    return `${maskControlCharacters(`${issue.field || 'request'}: ${issue.message}`)}${out ? ` Try ${maskControlCharacters(out)}.` : ''}\n`;
  });
  const cost = plan.free ? 'free' : price === null ? 'its price is not known' : `${groupThousands(price)} credits`;
  const right = `The request is right: POST ${request.path}, ${cost}.\n${maskControlCharacters(command)}\n`;
  const text = issues.length > 0 ? wrong.join('') : right;
  return { data: verdict, text: `${text}Nothing was sent.\n`, status: issues.length > 0 ? 1 : 0 };
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'operate' });
}
