import path from 'node:path';
import { toErrorInfo } from '../../../src-shared/base/errors.ts';
import { MESH_FORMATS, parseFormats, type MeshFormat } from '../../../src-shared/formats/formats.ts';
import { DEFAULT_FORMATS, type RecipeSet } from '../../../src-shared/recipes/recipe.ts';
import { serviceForNewJobs } from '../../../src-shared/settings/settings.ts';
import { removeLeftovers } from '../../folders/export-folder.ts';
import { pathOf, type SourceFiles } from '../../folders/source-files.ts';
import { toPlannedJobs, listSkippedSources } from '../../queue/spending/planned-jobs.ts';
import { withBasedOn } from '../../queue/job-list/find-based-on.ts';
import { findDuplicates } from '../../queue/job-list/find-duplicates.ts';
import { assertAcceptsSource } from '../../queue/create-job-records.ts';
import { confirmSpending, type SpendingConsent } from '../lib/input/confirm-spending.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { printErrors, runJobs } from '../lib/run-jobs.ts';
import { formatSpendingPlan } from '../lib/output/plan-text.ts';
import { toRejectedReport, type JobReport } from '../lib/output/job-report.ts';
import { listSources, resolveInput, type ResolvedInput } from '../lib/input/resolve-input.ts';
import type { AppParts } from '../../app.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { UsageError } from '../lib/usage-error.ts';
import { withHeadlessApp } from '../lib/open/open-headless-app.ts';
import { openRecipeBook } from '../lib/open/open-recipe-book.ts';

/** Arguments and options of `dropforge make`. */
export interface MakeInput extends SpendingConsent {
  readonly inputs: readonly string[];
  /** A recipe, or `draft` for the built-in one with `format`. */
  readonly recipe: string;
  readonly variants: number;
  readonly format: string | undefined;
  readonly out: string | undefined;
  readonly skipKnown: boolean;
  readonly linksInside: boolean;
  readonly dryRun: boolean;
}

/** Adds a job for every file, folder and link, all before the first starts, then runs them to their end. */
export async function make(input: MakeInput, { home, json }: CommandContext): Promise<CommandResult> {
  const outFolder = input.out === undefined ? null : path.resolve(input.out);
  const recipe = await readRecipe(input.recipe, input.format, home.path);
  const formats = input.format === undefined ? null : readFormats(input.format);
  return withHeadlessApp(home, async (app) => {
    const settings = app.settings.get();
    const options = { formats: formats ?? settings.formats, variants: input.variants };
    const batch = await resolveBatch(input, recipe, app);
    const plan = {
      ...app.plan(toPlannedJobs(batch.sources, { recipe, ...options })),
      ...listSkippedSources(batch.files, recipe),
    };
    if (input.dryRun) {
      if (!json) printErrors(batch.refused);
      return { data: { plan, refused: batch.refused }, text: formatSpendingPlan(plan) };
    }
    await confirmSpending(plan, input);
    for (const { name } of batch.known) {
      process.stderr.write(`${maskControlCharacters(name)}: skipped, the same content is already in the queue.\n`);
    }
    const sources = await withBasedOn(batch.sources, app.queue.known);
    const target = { ...serviceForNewJobs(settings), outFolder, ...(recipe ? { recipe } : {}) };
    const records = app.queue.add(sources, { ...options, ...target });
    if (outFolder) await removeLeftovers(outFolder);
    return runJobs(app, { ids: records.map(({ id }) => id), refused: batch.refused, json });
  });
}

interface Batch {
  /** All sources found, including those the recipe does not accept. */
  readonly files: readonly SourceFiles[];
  /** Sources that become jobs. */
  readonly sources: readonly SourceFiles[];
  /** Sources left out because their content is in the queue. */
  readonly known: readonly SourceFiles[];
  readonly refused: readonly JobReport[];
}

async function resolveBatch(
  { inputs, linksInside, skipKnown }: MakeInput,
  recipe: RecipeSet | null,
  { links, queue }: AppParts,
): Promise<Batch> {
  const resolved: ResolvedInput[] = [];
  for (const word of inputs) resolved.push(await resolveInput(word, links, linksInside));
  const found = listSources(resolved);
  const fitting = found.filter(({ kind }) => !recipe || recipe[kind]);
  const duplicates = skipKnown ? await findDuplicates(fitting, queue.known) : new Map<SourceFiles, unknown>();
  const failed = resolved.flatMap(({ title, refused }) => refused.map((error) => toRejectedReport(title, error)));
  const misfits = found.filter((source) => !fitting.includes(source)).map((source) => refuseKind(source, recipe));
  return {
    files: found,
    sources: fitting.filter((source) => !duplicates.has(source)),
    known: [...duplicates.keys()],
    refused: [...failed, ...misfits],
  };
}

/** A recipe by name, checked for the service in use; null for the draft. */
async function readRecipe(name: string, format: string | undefined, home: string): Promise<RecipeSet | null> {
  if (name === 'draft') return null;
  if (format === undefined) return openRecipeBook(home).choose(name, DEFAULT_FORMATS);
  throw new UsageError(`Recipe “${name}” has its own formats. Use --format with the draft only.`);
}

/** The report of a source that the recipe does not take; it does not stop the others. */
function refuseKind(source: SourceFiles, recipe: RecipeSet | null): JobReport {
  try {
    if (recipe) assertAcceptsSource(recipe, source);
  } catch (error) {
    return toRejectedReport(pathOf(source), toErrorInfo(error));
  }
  throw new Error('The recipe takes it.');
}

function readFormats(list: string): readonly MeshFormat[] {
  const { formats, unknown } = parseFormats(list);
  if (unknown.length > 0 || formats.length === 0) {
    const names = maskControlCharacters(unknown.join(', '));
    throw new UsageError(`“${names}” is not valid for --format. Formats: ${MESH_FORMATS.join(', ')}.`);
  }
  return formats;
}
