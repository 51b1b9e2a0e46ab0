import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { MESH_FORMATS, parseFormats, type MeshFormat } from '../../../src-shared/formats/formats.ts';
import type { BatchPlan } from '../../../src-shared/ipc/views/money-view.ts';
import { DEFAULT_FORMATS, MAX_VARIANTS, type RecipeSet } from '../../../src-shared/recipes/recipe.ts';
import { serviceForNewJobs } from '../../../src-shared/settings/settings.ts';
import { removeLeftovers } from '../../folders/export-folder.ts';
import { pathOf, type SourceFiles } from '../../folders/source-files.ts';
import { toPlannedJobs, listSkippedSources } from '../../queue/spending/planned-jobs.ts';
import { withBasedOn } from '../../queue/job-list/find-based-on.ts';
import { findDuplicates } from '../../queue/job-list/find-duplicates.ts';
import { assertTakes } from '../../queue/create-job-records.ts';
import { resolveHome } from '../../settings/home.ts';
import { confirmSpending } from '../lib/input/confirm-spending.ts';
import { printResult, maskControlCharacters, toErrorEnvelope } from '../lib/output/command-result.ts';
import { runJobs } from '../lib/run-jobs.ts';
import { openHeadlessApp } from '../lib/open/open-headless-app.ts';
import { formatSpendingPlan } from '../lib/output/plan-text.ts';
import { openRecipeBook } from './recipes.ts';
import { toRejectedReport, type JobReport } from '../lib/output/job-report.ts';
import { resolveInput } from '../lib/input/resolve-input.ts';

/** `dropforge make`: every file becomes a job, all committed before anything starts; then runs them to their end. */
export async function make(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: 'string' },
      recipe: { type: 'string', default: 'draft' },
      variants: { type: 'string', default: '1' },
      out: { type: 'string' },
      'skip-known': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      'max-credits': { type: 'string' },
      'links-inside': { type: 'boolean', default: false },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0)
    throw new AppError('config_invalid', 'Name at least one file, folder or link.', { subject: 'make' });
  const home = resolveHome(values.home, process.env);
  const outFolder = values.out === undefined ? null : path.resolve(values.out);
  const variants = readVariants(values.variants);
  const recipe = await readRecipe(values.recipe, values.format, home.path);
  const app = await openHeadlessApp(home);
  const formats = values.format === undefined ? app.settings.get().formats : readFormats(values.format);

  const taken = [];
  for (const given of positionals) taken.push(await resolveInput(given, app.links, values['links-inside']));
  const found = taken.flatMap((each) => each.sources);
  const fitting = found.filter(({ kind }) => !recipe || recipe[kind]);
  const known = values['skip-known']
    ? await findDuplicates(fitting, app.queue.records())
    : new Map<SourceFiles, unknown>();
  const sources = fitting.filter((source) => !known.has(source));
  const plan = {
    ...app.plan(toPlannedJobs(sources, { recipe, formats, variants })),
    ...listSkippedSources(found, recipe),
  };
  const refusals = taken.flatMap(({ title, refused: errors }) => errors.map((error) => toRejectedReport(title, error)));
  const misfits = found.filter((source) => !fitting.includes(source)).map((source) => refuseKind(source, recipe));
  const refused = [...refusals, ...misfits];
  if (values['dry-run']) {
    await app.close();
    return showPlan(plan, refused, values.json);
  }
  try {
    await confirmSpending(plan, { yes: values.yes, most: values['max-credits'] });
  } catch (error) {
    await app.close();
    if (values.json) process.stdout.write(`${JSON.stringify(toErrorEnvelope(error))}\n`);
    throw error;
  }
  const where = { ...serviceForNewJobs(app.settings.get()), outFolder };
  for (const { name } of known.keys())
    process.stderr.write(`${maskControlCharacters(name)}: the same content is there already, left out.\n`);
  const given = await withBasedOn(sources, app.queue.records());
  const records = app.queue.add(given, { formats, variants, ...where, ...(recipe ? { recipe } : {}) });
  if (outFolder) await removeLeftovers(outFolder);
  const ids = records.map(({ id }) => id);
  return runJobs(app, ids, refused, values.json);
}

/** `--dry-run`: what it would cost, and which files would be refused; nothing is added or sent. */
function showPlan(plan: BatchPlan, refused: readonly JobReport[], json: boolean): Promise<number> {
  for (const { error } of json ? [] : refused) if (error) process.stderr.write(`${error}\n`);
  return printResult(json, async () => ({ data: { plan, refused }, text: formatSpendingPlan(plan) }));
}

/** A recipe by name, whole and right for the service in use; null: the draft with the formats. */
async function readRecipe(name: string, format: string | undefined, home: string): Promise<RecipeSet | null> {
  if (name === 'draft') return null;
  if (format === undefined) return openRecipeBook(home).choose(name, DEFAULT_FORMATS);
  const detail = `Recipe “${name}” has its own formats; --format goes with the draft only.`;
  throw new AppError('config_invalid', detail, { subject: '--format' });
}

function readVariants(given: string): number {
  const variants = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (variants >= 1 && variants <= MAX_VARIANTS) return variants;
  throw new AppError('config_invalid', `It is 1 to ${MAX_VARIANTS}.`, { subject: '--variants' });
}

/** A source of a kind the recipe does not take; the others are made all the same. */
function refuseKind(source: SourceFiles, recipe: RecipeSet | null): JobReport {
  try {
    if (recipe) assertTakes(recipe, source);
  } catch (error) {
    return toRejectedReport(pathOf(source), toErrorInfo(error));
  }
  throw new Error('The recipe takes it.');
}

function readFormats(list: string): readonly MeshFormat[] {
  const { formats, unknown } = parseFormats(list);
  if (unknown.length > 0 || formats.length === 0) {
    const detail = `“${unknown.join(', ')}” is no format; there are ${MESH_FORMATS.join(', ')}.`;
    throw new AppError('config_invalid', detail, { subject: '--format' });
  }
  return formats;
}
