import { checkRequest } from '../api/rules/check-request.ts';
import type { Deployment } from '../api/models/generation-models.ts';
import { OPERATIONS, OPERATION_NAMES } from '../api/operations.ts';
import type { Issue } from '../api/issue.ts';
import { toClientContext, type AnyValues, type Operation } from '../api/operation.ts';
import { findStepSourceError } from './step-source.ts';
import { replaceReferences } from '../operations/map-file-parameters.ts';
import { MAX_STEPS, recipe as recipeSchema, recipesOf, type Recipe, type RecipeStep } from './recipe.ts';
import { findOtherSourceKinds, toRecipeSet } from './recipe-set.ts';
import { findStepFormat } from './step-flows.ts';
import { toEnglish } from '../messages/english.ts';
import { joinMessages, message, type Message, type MessageOrText } from '../messages/message.ts';

/** An issue of a recipe, with its location and advice. */
export interface RecipeIssue {
  /** Index of the step; null: the entire recipe. */
  readonly step: number | null;
  /** The field, such as `from` or `face_limit`; empty: the step or recipe itself. */
  readonly field: string;
  /** English text. */
  readonly message: string;
  /** The same as a translatable message; absent for schema errors. */
  readonly detail?: Message;
}

/** Input of the check besides the recipe. */
export interface RecipeContext {
  readonly deployment: Deployment;
  /** Current time for retirement dates, epoch ms. */
  readonly now: number;
}

/** Maximum number of described issues; further ones are counted. */
const MAX_DESCRIBED = 8;
/** Maximum nesting depth of parameters; the interface needs four levels. */
const MAX_DEPTH = 16;
/** Placeholders for values that are known only during a run. */
const ANY_TOKEN = 'file_placeholder';
const ANY_TASK = '00000000-0000-4000-8000-000000000000';
/** Placeholder for a local image, which is uploaded for every run. */
const ANY_REFERENCE = 'file_picture_of_this_computer';
/** Source fields, which the job sets, and our own nonce. */
const OWN_FIELDS: readonly string[] = ['input', 'inputs', 'file', 'files', 'client_ref'];

/** Parses a recipe from untrusted data and checks the whole chain; returns a recipe only if there is no issue. */
export function parseRecipe(
  data: unknown,
  context: RecipeContext,
):
  | { readonly recipe: Recipe; readonly issues: readonly [] }
  | { readonly recipe: null; readonly issues: RecipeIssue[] } {
  if (isDeeper(data, MAX_DEPTH)) {
    return { recipe: null, issues: [issue(null, '', message('recipe-issue.too-deep'))] };
  }
  const parsed = recipeSchema.safeParse(data);
  if (!parsed.success) return { recipe: null, issues: parsed.error.issues.map((each) => toIssue(each, data)) };
  const issues = checkRecipe(parsed.data, context);
  return issues.length > 0 ? { recipe: null, issues } : { recipe: parsed.data, issues: [] };
}

/**
 * Checks the whole chain against the rules of the service, with placeholders for sources and tasks, for every kind of
 * source it accepts; issues common to several kinds are reported once. Nothing is sent.
 */
export function checkRecipe(recipe: Recipe, context: RecipeContext): RecipeIssue[] {
  const issues = [...checkChain(recipe, context), ...checkKinds(recipe)];
  for (const other of recipesOf(toRecipeSet(recipe))) {
    if (other === recipe) continue;
    const reported = new Set(issues.map(({ step, field }) => `${step} ${field}`));
    issues.push(...checkChain(other, context).filter(({ step, field }) => !reported.has(`${step} ${field}`)));
  }
  return issues;
}

/** Other kinds of sources require a first step that exists for each of them. */
function checkKinds(recipe: Recipe): RecipeIssue[] {
  const possible = findOtherSourceKinds(recipe);
  const wrong = (recipe.also ?? []).some((kind) => kind !== recipe.takes && !possible.includes(kind));
  return wrong ? [issue(null, 'also', message('recipe-issue.several-kinds'))] : [];
}

function checkChain(recipe: Recipe, context: RecipeContext): RecipeIssue[] {
  return recipe.steps.flatMap((step, index) => [
    ...checkSource(recipe, index),
    ...checkExport(step, index),
    ...checkParams(step, index, context, recipe.takes),
  ]);
}

/** Formats an issue as one line: “step 2 (convert_model), face_limit: …”, counted from one for display. */
export function toIssueLine(issue: RecipeIssue, recipe?: Pick<Recipe, 'steps'>): string {
  return toEnglish(placeIssue(issue, recipe));
}

/** Lists issues with their step and field; further ones are counted. */
export function describeIssues(issues: readonly RecipeIssue[], recipe?: Pick<Recipe, 'steps'>): MessageOrText {
  const more = issues.length - MAX_DESCRIBED;
  return joinMessages([
    ...issues.slice(0, MAX_DESCRIBED).map((each) => placeIssue(each, recipe)),
    ...(more > 0 ? [message('recipe-issue.more', { count: more })] : []),
  ]);
}

function placeIssue({ step, field, ...said }: RecipeIssue, recipe?: Pick<Recipe, 'steps'>): MessageOrText {
  const text = said.detail ?? said.message;
  if (step === null) return field === '' ? text : message('recipe-issue.at-field', { field, text });
  const operation = recipe?.steps[step]?.operation ?? 'none';
  return message('recipe-issue.at-step', { step: step + 1, operation, field: field || 'none', text });
}

/** Checks that the output of a step fits the input of the next one. */
function checkSource(recipe: Recipe, index: number): RecipeIssue[] {
  const { from } = recipe.steps[index] as RecipeStep;
  if (from !== null && from >= index) {
    const last = index === 0 ? 'none' : String(index - 1);
    return [issue(index, 'from', message('recipe-issue.later-step', { step: index + 1, last }))];
  }
  const problem = findStepSourceError(recipe, index);
  return problem === null ? [] : [issue(index, 'from', problem)];
}

/** Only models can be exported, and only in their own format. */
function checkExport({ operation: name, params, exports }: RecipeStep, index: number): RecipeIssue[] {
  const { outputs }: Operation = OPERATIONS[name];
  if (exports === null) return [];
  if (!outputs.includes('model_url')) {
    return [issue(index, 'exports', message('recipe-issue.no-model-to-export', { operation: name }))];
  }
  const made = findStepFormat(name, params);
  if (made === null || made === exports) return [];
  return [issue(index, 'exports', message('recipe-issue.export-format', { made, given: exports }))];
}

/** Checks the parameters like the service. */
function checkParams(
  { operation: name, params, from }: RecipeStep,
  index: number,
  context: RecipeContext,
  takes: Recipe['takes'],
): RecipeIssue[] {
  const operation: Operation = OPERATIONS[name];
  const isDescribed = takes === 'prompt' && operation.source.kind === 'none';
  const taskField = 'field' in operation.source ? operation.source.field : null;
  const strange = Object.keys(params).flatMap((field) => {
    if (OWN_FIELDS.includes(field) || field === taskField || (isDescribed && field === 'prompt')) {
      return [issue(index, field, message('recipe-issue.source-from-job'))];
    }
    return knows(operation, field)
      ? []
      : [issue(index, field, message('recipe-issue.unknown-parameter', { operation: name }))];
  });
  if (strange.length > 0) return strange;
  const source = from === null ? { input: ANY_TOKEN } : { [taskField ?? 'input']: ANY_TASK };
  // Without its views, the multi-view operation is rejected for its source, which is reported elsewhere.
  const views = operation.source.kind === 'views' ? { [operation.source.field]: ANY_TASK } : {};
  const words = isDescribed ? { prompt: 'a chair' } : {};
  const checked = checkRequest(
    operation,
    { ...replaceReferences(name, params, () => ANY_REFERENCE), ...words, ...source, ...views },
    toClientContext(context),
  );
  if (!checked.ok) return checked.issues.map((each) => toParamIssue(each, params, index));
  const files = operation.extraFiles?.(checked.values) ?? [];
  return files.some((file) => file.kind === 'token' && file.token !== ANY_REFERENCE)
    ? [issue(index, '', message('recipe-issue.expiring-file'))]
    : [];
}

function knows({ fields }: Operation, name: string): boolean {
  return Object.hasOwn(fields, name) || Object.values(fields).some(({ aliases }) => aliases?.includes(name));
}

/** An unknown model may have existed before; the message says so. */
function toParamIssue({ path, message: text, detail }: Issue, params: AnyValues, index: number): RecipeIssue {
  const given = params['model'] ?? params['model_version'];
  const isGone = path === 'model' && typeof given === 'string' && text.startsWith('model: ');
  if (isGone) return issue(index, path, message('recipe-issue.model-gone', { model: given, expected: text.slice(7) }));
  return issue(index, path, detail ?? text);
}

/** Converts a schema issue: adds its step, and replaces the messages of common mistakes. */
function toIssue(
  { path, message: text, ...more }: { path: PropertyKey[]; message: string; code: string; keys?: string[] },
  data: unknown,
): RecipeIssue {
  const isStep = path[0] === 'steps' && typeof path[1] === 'number';
  const step = isStep ? (path[1] as number) : null;
  const field = path
    .slice(isStep ? 2 : 0)
    .map(String)
    .join('.');
  if (isStep && field === 'operation') {
    const steps = (data as { steps: { operation?: unknown }[] }).steps;
    const given = steps[step as number]?.operation;
    const operation = (typeof given === 'string' ? given : (JSON.stringify(given) ?? 'undefined')).slice(0, 60);
    return issue(
      step,
      field,
      message('recipe-issue.unknown-operation', { operation, names: OPERATION_NAMES.join(', ') }),
    );
  }
  if (path.join('.') === 'steps' && more.code === 'too_small')
    return issue(null, field, message('recipe-issue.no-steps'));
  if (path.join('.') === 'steps' && more.code === 'too_big') {
    return issue(null, field, message('recipe-issue.too-many-steps', { max: MAX_STEPS }));
  }
  if (more.code === 'unrecognized_keys') {
    const names = (more.keys ?? []).slice(0, MAX_DESCRIBED).map((name) => name.slice(0, 60));
    return issue(step, field, joinMessages(names.map((name) => message('recipe-issue.unknown-key', { name }))));
  }
  return issue(step, field, text);
}

function issue(step: number | null, field: string, said: MessageOrText): RecipeIssue {
  return { step, field, message: toEnglish(said), ...(typeof said === 'string' ? {} : { detail: said }) };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
