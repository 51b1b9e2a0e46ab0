import type { Rule } from './request.ts';
import { badParameter, isObject, sent } from './request.ts';
import { isFileObject, isStringInput, isTaskId } from './common-rules.ts';

/** 4.3: the four views, in the order of the slots of `files`. */
const VIEWS = ['front', 'left', 'back', 'right'] as const;

/** 4.3: a task reference is a bare id; given one, `files` are not even looked at. */
export const rule43MultiviewReference: Rule = (request) => {
  if (request.operation !== 'multiview_to_model' || !sent(request, 'original_model_task_id')) return null;
  return isTaskId(request.body.original_model_task_id) ? null : badParameter('4.2 a task id is a bare UUID');
};

/** 4.3: without a reference there must be views; the name `original_task_id` is not read. */
export const rule43MultiviewNeedsViews: Rule = (request) => {
  if (request.operation !== 'multiview_to_model') return null;
  const isGiven = ['original_model_task_id', 'files', 'inputs'].some((field) => sent(request, field));
  return isGiven ? null : badParameter('4.3 views are needed');
};

/** 4.3: `files` has exactly 4 slots, front filled and one more. */
export const rule43FourSlots: Rule = (request) => {
  const { files } = request.body;
  if (request.operation !== 'multiview_to_model' || !sent(request, 'files')) return null;
  if (sent(request, 'original_model_task_id')) return null;
  if (!Array.isArray(files) || files.length !== 4) return badParameter('4.3 files has exactly 4 slots');
  const slots = files.map((slot: unknown) => (isEmptySlot(slot) ? 'empty' : isFileObject(slot) ? 'view' : 'wrong'));
  if (slots.includes('wrong')) return badParameter('4.2 a slot is a file object or {}');
  if (slots[0] !== 'view') return badParameter('4.3 front is required');
  return slots.filter((slot) => slot === 'view').length >= 2 ? null : badParameter('4.3 at least 2 real views');
};

/** 4.2, second row: `inputs` by position (an empty string is an empty slot), by view, or one task that made views. */
export const rule42Inputs: Rule = (request) => {
  const { inputs } = request.body;
  if (request.operation !== 'multiview_to_model' || !sent(request, 'inputs')) return null;
  if (sent(request, 'original_model_task_id')) return null;
  if (!Array.isArray(inputs) || inputs.length === 0) return badParameter('4.2 inputs is an array');
  const [first] = inputs as unknown[];
  if (inputs.length === 1 && isObject(first) && isTaskId(first.task_id)) return null;
  const isKeyed = inputs.some((item) => isObject(item) && !('task_id' in item));
  const views = isKeyed ? byView(inputs) : byPosition(inputs);
  if (views === null) return badParameter('4.2 items are strings, {task_id} or keyed by view');
  if (!views.has('front')) return badParameter('4.3 front is required');
  return views.size >= 2 ? null : badParameter('4.3 at least 2 real views');
};

function byPosition(items: readonly unknown[]): Set<string> | null {
  if (items.length > VIEWS.length) return null;
  const views = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (item === '') continue;
    if (!isStringInput(item) && !(isObject(item) && isTaskId(item.task_id))) return null;
    views.add(VIEWS[index] ?? '');
  }
  return views;
}

function byView(items: readonly unknown[]): Set<string> | null {
  const views = new Set<string>();
  for (const item of items) {
    if (!isObject(item)) return null;
    for (const [view, image] of Object.entries(item)) {
      const fits = (VIEWS as readonly string[]).includes(view) && (isStringInput(image) || isFileObject(image));
      if (!fits || views.has(view)) return null;
      views.add(view);
    }
  }
  return views;
}

/** 4.3: an edit names the task whose views it changes. */
export const rule43EditReference: Rule = (request) => {
  if (request.operation !== 'edit_multiview_image') return null;
  return isTaskId(request.body.original_task_id) ? null : badParameter('4.3 original_task_id is required');
};

/**
 * 4.3: 1 to 4 prompts, each of a view of its own and of at most 1024 characters; our reading: none is empty. A model
 * selector, which is not to be sent, is an unknown field and forwarded (4.1).
 */
export const rule43EditPrompts: Rule = (request) => {
  if (request.operation !== 'edit_multiview_image') return null;
  const { prompts } = request.body;
  if (!Array.isArray(prompts) || prompts.length < 1 || prompts.length > 4) return badParameter('4.3 1 to 4 prompts');
  const views = new Set<unknown>();
  for (const item of prompts as unknown[]) {
    if (!isObject(item)) return badParameter('4.3 an item is {view, prompt}');
    if (!(VIEWS as readonly unknown[]).includes(item.view)) return badParameter('4.3 view is one of four');
    const length = typeof item.prompt === 'string' ? item.prompt.length : 0;
    if (length < 1 || length > 1024) return badParameter('4.3 prompt has 1 to 1024 characters');
    views.add(item.view);
  }
  return views.size === prompts.length ? null : badParameter('4.3 view is unique');
};

function isEmptySlot(slot: unknown): boolean {
  return isObject(slot) && Object.keys(slot).length === 0;
}

/** Every rule about views. */
export const VIEW_RULES: readonly Rule[] = [
  rule43MultiviewReference,
  rule43MultiviewNeedsViews,
  rule43FourSlots,
  rule42Inputs,
  rule43EditReference,
  rule43EditPrompts,
];
