import { formatMessage } from '../../../../src-shared/api/messages/format-message.ts';
import type { Message, MessageValue } from '../../../../src-shared/api/messages/message.ts';
import { readCleanupParameter, withCleanupParameter } from '../../../../src-shared/api/generators/cleanup-parameter.ts';
import type { OperationName } from '../../../../src-shared/api/operations.ts';
import { FORMAT_ROWS, type Format } from '../../../../src-shared/formats/formats.ts';
import type { OperationForm } from '../../../../src-shared/ipc/views/operation-view.ts';
import type { Recipe, RecipeStep } from '../../../../src-shared/recipes/recipe.ts';
import { fieldTitle, parameterLabel, valueLabel } from '../../operations/texts/field-labels.ts';
import { formatList } from '../../../app/language/format.ts';
import { issueText } from '../../operations/texts/issue-labels.ts';
import { currentLanguage } from '../../../app/language/language.ts';
import { messageText } from '../../../app/language/message-text.ts';
import { SOURCE_KINDS, type SourceKind } from '../../../../src-shared/formats/source-kind.ts';
import { CLEANUP } from '../../generators/texts/cleanup-labels.ts';
import { fullOperationTitle } from './full-operation-title.ts';
import { RECIPE_ISSUE_TEXTS } from './recipe-issue-texts.ts';
import type { RecipeCheck } from '../recipe-editor.svelte.ts';
import { TEXTS } from '../../../app/language/texts.ts';

type Flow = RecipeCheck['steps'][number]['flow'];
type RecipeIssue = RecipeCheck['issues'][number];

/** Maximum number of settings in a step's summary. */
const MAX_SET = 7;
/** Maximum length of a quoted value. */
const LONGEST_VALUE = 40;

/** Returns a label for a step's result: `model`, `rig, FBX`, `3 clips, FBX`. */
export function flowLabel({ kind, format, clips }: Flow): string {
  const T = TEXTS.recipeEditor;
  const words = kind === 'clips' && clips > 0 ? T.clips(clips) : T.flows[kind];
  return format === null || format === 'glb' ? words : TEXTS.app.facts([words, FORMAT_ROWS[format].title]);
}

/** Returns a label for a step's input, with its origin unless that is the previous step. */
export function stepInputLabel(recipe: Recipe, index: number, checked: RecipeCheck | null): string {
  const T = TEXTS.recipeEditor;
  const from = recipe.steps[index]?.from ?? null;
  const flow = from === null ? undefined : checked?.steps[from]?.flow;
  if (from === null) return index === 0 ? T.given[recipe.takes] : T.ofSource(T.given[recipe.takes]);
  if (from === index - 1) return flow ? flowLabel(flow) : '';
  return T.ofStep(flow ? flowLabel(flow) : T.flows.model, from + 1);
}

/** Returns the title of a step: `Image to model`, `Convert to FBX`. */
export function recipeStepTitle({ operation, params }: RecipeStep): string {
  const format = operation === 'convert_model' ? params['format'] : undefined;
  return typeof format === 'string'
    ? TEXTS.recipeEditor.convertTo(format.toUpperCase())
    : fullOperationTitle(operation);
}

/** Returns the settings of a step in one line; the format of a conversion is part of its title. */
export function stepSettingsSummary({ params }: RecipeStep, form: OperationForm | null): string {
  if (!form) return '';
  const cleanup = readCleanupParameter(params);
  const others = withCleanupParameter(params, undefined);
  const set = form.fields.filter(({ name }) => name !== 'format' && Object.hasOwn(others, name));
  const words = set.map((field): string => {
    const [title, value] = [fieldTitle(form, field), others[field.name]];
    if (value === true) return title;
    if (value === false) return TEXTS.recipeEditor.without(title);
    if (field.name === 'model') return valueLabel(value);
    return TEXTS.recipeEditor.set(
      title,
      shorten(Array.isArray(value) ? value.map(valueLabel).join(' ') : parameterLabel(field.name, value)),
    );
  });
  if (cleanup !== undefined) words.push(cleanup === false ? CLEANUP.off : CLEANUP.own);
  return TEXTS.app.facts(words.length > MAX_SET ? [...words.slice(0, MAX_SET), '…'] : words);
}

/** Lists the formats a recipe exports, without duplicates. */
function exportedFormats({ steps }: Pick<Recipe, 'steps'>): Format[] {
  return [...new Set(steps.flatMap((step) => step.exports ?? []))];
}

/** Returns the exported formats as text; empty if there are none. */
export function exportedFormatsLabel(recipe: Pick<Recipe, 'steps'>): string {
  return formatList(exportedFormats(recipe).map((format) => FORMAT_ROWS[format].title));
}

/** Returns an issue as a sentence; names fields as their forms do. */
export function recipeIssueText({ field, message, detail }: RecipeIssue, form: OperationForm | null): string {
  if (field === 'name') return TEXTS.recipeEditor.nameIssue;
  if (form?.fields.some(({ name }) => name === field.split('.')[0]))
    return issueText(form, { field, message, ...(detail ? { detail } : {}) });
  return detail ? stepRefusal(detail) : messageText(message);
}

/**
 * Returns why a step cannot be inserted, in the terms of the editor if it has its own; uses the titles of operations.
 */
export function stepRefusal({ id, params }: Message): string {
  const titled: Message = { id, params: mapValues(params, (value) => titleValue(value)) };
  const isInEditor = currentLanguage() === 'en' && Object.hasOwn(RECIPE_ISSUE_TEXTS, id);
  return isInEditor ? formatMessage({ locale: 'en', templates: RECIPE_ISSUE_TEXTS }, titled) : messageText(titled);
}

/** Replaces operations and kinds of sources with their display names; returns other values unchanged. */
function titleValue(value: MessageValue): MessageValue {
  if (typeof value !== 'string') return value;
  if (isSourceKind(value)) return TEXTS.recipeEditor.given[value];
  const named = value.replaceAll(
    /(?<![a-z])[a-z]+(?:_[a-z]+)+/g,
    (name) => `“${fullOperationTitle(name as OperationName)}”`,
  );
  return named.replaceAll('” or “', TEXTS.recipeEditor.or);
}

function isSourceKind(value: string): value is SourceKind {
  return (SOURCE_KINDS as readonly string[]).includes(value);
}

function mapValues<T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function shorten(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value;
}
