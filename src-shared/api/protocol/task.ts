import { z } from 'zod';
import { wireCredits } from '../pricing/credits.ts';
import { VIEW_TASK_TYPES } from './task-types.ts';

/** States of a task (spec part 3); the last three are terminal. */
export const TASK_STATUSES = ['queued', 'running', 'success', 'failed', 'cancelled'] as const;

/** State of a task. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** True if polling stops at this state (part 3). */
export function isTerminal(status: TaskStatus): boolean {
  return status === 'success' || status === 'failed' || status === 'cancelled';
}

/** A task state; unknown ones count as failed (part 3). */
const taskStatus = z.string().transform((value): TaskStatus => TASK_STATUSES.find((s) => s === value) ?? 'failed');

/** A task id of the local service: a UUID (2.2) of any version. */
export const taskId = z.guid();

/** A task id in a response. A paid task must not be lost because its id is not a UUID. */
const receivedTaskId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/);

/** True for a UUID. */
export function isUuid(id: unknown): id is string {
  return typeof id === 'string' && z.regexes.guid.test(id);
}

/** True for a task id that a service may have issued, so that later steps can use its paid result. */
export function isIssuedTaskId(id: unknown): id is string {
  return receivedTaskId.safeParse(id).success;
}

/** The form of a task id for comparisons: UUIDs ignore case (RFC 9562, part 4). */
export function toTaskKey(id: string): string {
  return isUuid(id) ? id.toLowerCase() : id;
}

const anyUrl = z.string().max(8192);
const url = anyUrl.optional().catch(undefined);

/** The four views of a multiview task, in the order of the slots (2.3, 4.3). */
export const VIEW_KEYS = ['front_view_url', 'left_view_url', 'back_view_url', 'right_view_url'] as const;

const viewUrls = z.looseObject({ front_view_url: url, left_view_url: url, back_view_url: url, right_view_url: url });

/** Keys of a task's output (2.3); unknown ones are preserved, values of the wrong type count as absent. */
const taskOutput = z.looseObject({
  model_url: url,
  rendered_image_url: url,
  generated_image_url: url,
  rendered_video_url: url,
  rendered_sequence_url: url,
  multiview_basecolor_url: url,
  ...viewUrls.shape,
  riggable: z.boolean().optional().catch(undefined),
  rig_type: z.string().optional().catch(undefined),
  uv_render_url: url,
  // Our own: the second form of a splat, whose outputs the document does not show.
  splat_url: url,
});

/** Output of a successful task. */
export type TaskOutput = z.infer<typeof taskOutput>;

/** A key of 2.3, or `splat_url`. */
export type OutputKey = keyof typeof taskOutput.shape;

/** The output as services send it: views are also nested (2.3). */
export const wireTaskOutput = taskOutput.extend({ generate_multiview_image: viewUrls.optional().catch(undefined) });

const FURTHER_MODEL = /^model_\d+_url$/;

/** Keys of the models of a task besides `model_url`, in order: a retargeting may return one per clip. */
export function listFurtherModels(output: TaskOutput): string[] {
  return Object.keys(output).filter((key) => FURTHER_MODEL.test(key));
}

/** Maximum number of models of one task that are downloaded, and of its files on the command line. */
export const MAX_OUTPUT_FILES = 100;

const manyUrls = z.array(anyUrl);

/**
 * Copies nested views to the keys of `TaskOutput`, and the URLs of a list `model_urls` to `model_url`, `model_2_url` and so
 * on; views and a model that are already there are preserved.
 */
function flattenOutput(output: TaskOutput): TaskOutput {
  const flat = { ...output };
  const [first, ...further] = manyUrls.safeParse(output['model_urls']).data ?? [];
  if (first !== undefined) flat.model_url ??= first;
  for (const [index, model] of further.entries()) flat[`model_${index + 2}_url`] = model;
  for (const type of VIEW_TASK_TYPES) {
    const nested = viewUrls.safeParse(output[type]).data;
    for (const key of VIEW_KEYS) if (nested?.[key] !== undefined) flat[key] ??= nested[key];
  }
  return flat;
}

/**
 * A task as returned by query and batch query (2.2). Only its id and status are required: other invalid values count as
 * absent, so that they do not hide the end of a task.
 */
export const task = z.looseObject({
  task_id: receivedTaskId,
  type: z.string().catch(''),
  status: taskStatus,
  progress: z.number().min(0).max(100).catch(0),
  input: z.record(z.string(), z.unknown()).catch({}),
  output: taskOutput
    .nullish()
    .catch(null)
    .transform((output) => flattenOutput(output ?? {})),
  created_at: z.string().optional().catch(undefined),
  completed_at: z.string().nullish().catch(null),
  credits_consumed: wireCredits.nullish().catch(null),
  error_code: z.int().nullish().catch(null),
  error_message: z.string().nullish().catch(null),
});

/** A parsed task. */
export type Task = z.infer<typeof task>;

/** Response to a creation call (2.4). The id alone proves that a task exists. */
export const createdTask = z.looseObject({ task_id: receivedTaskId });

/** Response to a batch query (4.5); the reader skips invalid tasks instead of rejecting the whole response. */
export const taskList = z.looseObject({
  tasks: z.record(z.string(), z.unknown()),
  missed: z.array(z.string()).catch([]),
});
