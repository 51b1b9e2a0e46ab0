import { checkRequest } from '../api/rules/check-request.ts';
import type { Deployment } from '../api/models/generation-models.ts';
import { OPERATIONS, OPERATION_NAMES } from '../api/operations.ts';
import type { Issue } from '../api/issue.ts';
import type { AnyValues, Operation } from '../api/operation.ts';
import { findStepSourceError } from './step-source.ts';
import { replaceReferences } from '../operations/map-file-parameters.ts';
import { MAX_STEPS, recipe as recipeSchema, recipesOf, type Recipe, type RecipeStep } from './recipe.ts';
import { findOtherSourceKinds, toRecipeSet } from './recipe-set.ts';
import { findStepFormat } from './step-flows.ts';
import { toEnglish } from '../messages/english.ts';
import { joinMessages, message, type Message, type MessageOrText } from '../messages/message.ts';

/** What is wrong with a recipe, where, and what to do. */
export interface RecipeIssue {
  /** Index of the step; null: the entire recipe. */
  readonly step: number | null;
  /** The field, such as `from` or `face_limit`; empty: the step or recipe itself. */
  readonly field: string;
  /** In English. */
  readonly message: string;
  /** The same to be translated; absent for what a schema says. */
  readonly detail?: Message;
}

/** What the check may know beside the recipe. */
export interface RecipeContext {
  readonly deployment: Deployment;
  /** For retirement dates, epoch ms. */
  readonly now: number;
}

/** Issues told at once; the rest is counted. */
const MAX_DESCRIBED = 8;
/** Deepest nesting of parameters; the interface needs four levels. */
const DEEPEST = 16;
/** Stand in for what only a run brings. */
const ANY_TOKEN = 'file_placeholder';
const ANY_TASK = '00000000-0000-4000-8000-000000000000';
/** The same for an image of this computer, which is uploaded anew each time. */
const ANY_REFERENCE = 'file_picture_of_this_computer';
/** Fields that name the source, which the job brings, and our own nonce. */
const OWN_FIELDS: readonly string[] = ['input', 'inputs', 'file', 'files', 'client_ref'];

/** Reads a recipe from foreign data and checks the whole chain; a recipe comes only without a single issue. */
export function parseRecipe(
  data: unknown,
  context: RecipeContext,
):
  | { readonly recipe: Recipe; readonly issues: readonly [] }
  | { readonly recipe: null; readonly issues: RecipeIssue[] } {
  if (isDeeper(data, DEEPEST)) {
    return { recipe: null, issues: [issue(null, '', message('recipe-issue.too-deep'))] };
  }
  const parsed = recipeSchema.safeParse(data);
  if (!parsed.success) return { recipe: null, issues: parsed.error.issues.map((each) => toIssue(each, data)) };
  const issues = checkRecipe(parsed.data, context);
  return issues.length > 0 ? { recipe: null, issues } : { recipe: parsed.data, issues: [] };
}

/**
 * Checks the whole chain against the interface's rules, with placeholders for sources and tasks, for every kind of source
 * it takes; what is wrong with several is told once. Nothing is sent.
 */
export function checkRecipe(recipe: Recipe, context: RecipeContext): RecipeIssue[] {
  const issues = [...checkChain(recipe, context), ...checkKinds(recipe)];
  for (const other of recipesOf(toRecipeSet(recipe))) {
    if (other === recipe) continue;
    const told = new Set(issues.map(({ step, field }) => `${step} ${field}`));
    issues.push(...checkChain(other, context).filter(({ step, field }) => !told.has(`${step} ${field}`)));
  }
  return issues;
}

/** Other kinds of sources are taken by a first step that can be made for each of them. */
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

/** An issue as one line: “step 2 (convert_model), face_limit: …”, counted from one as people do. */
export function toIssueLine(issue: RecipeIssue, recipe?: Pick<Recipe, 'steps'>): string {
  return toEnglish(placeIssue(issue, recipe));
}

/** Issues one after the other, each with its step and field; the rest is counted. */
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

/** What a step puts out is what the next takes. */
function checkSource(recipe: Recipe, index: number): RecipeIssue[] {
  const { from } = recipe.steps[index] as RecipeStep;
  if (from !== null && from >= index) {
    const last = index === 0 ? 'none' : String(index - 1);
    return [issue(index, 'from', message('recipe-issue.later-step', { step: index + 1, last }))];
  }
  const problem = findStepSourceError(recipe, index);
  return problem === null ? [] : [issue(index, 'from', problem)];
}

/** Only a model is exported, and only as what it is. */
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

/** The parameters, as the service would judge them. */
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
  // Without its views the several-views operation is refused for its source, which is told elsewhere.
  const views = operation.source.kind === 'views' ? { [operation.source.field]: ANY_TASK } : {};
  const words = isDescribed ? { prompt: 'a chair' } : {};
  const checked = checkRequest(
    operation,
    { ...replaceReferences(name, params, () => ANY_REFERENCE), ...words, ...source, ...views },
    { ...context, entitlements: null },
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

/** A model that is not on the list may have been there once; the sentence says so. */
function toParamIssue({ path, message: text, detail }: Issue, params: AnyValues, index: number): RecipeIssue {
  const given = params['model'] ?? params['model_version'];
  const isGone = path === 'model' && typeof given === 'string' && text.startsWith('model: ');
  if (isGone) return issue(index, path, message('recipe-issue.model-gone', { model: given, expected: text.slice(7) }));
  return issue(index, path, detail ?? text);
}

/** An issue of the schema, with the step it is in and words for what people get wrong most. */
function toIssue(
  { path, message: text, ...more }: { path: PropertyKey[]; message: string; code: string },
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
    const given = String(steps[step as number]?.operation).slice(0, 60);
    return issue(
      step,
      field,
      message('recipe-issue.unknown-operation', { operation: given, names: OPERATION_NAMES.join(', ') }),
    );
  }
  if (path.join('.') === 'steps' && more.code === 'too_small')
    return issue(null, field, message('recipe-issue.no-steps'));
  if (path.join('.') === 'steps' && more.code === 'too_big') {
    return issue(null, field, message('recipe-issue.too-many-steps', { max: MAX_STEPS }));
  }
  if (more.code === 'unrecognized_keys') return issue(step, field, `${text}. Remove it.`);
  return issue(step, field, text);
}

function issue(step: number | null, field: string, said: MessageOrText): RecipeIssue {
  return { step, field, message: toEnglish(said), ...(typeof said === 'string' ? {} : { detail: said }) };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
