import { z } from 'zod';
import { wireCredits } from './credits.ts';

/** States of a task (spec part 3); the last three are terminal. */
export const TASK_STATUSES = ['queued', 'running', 'success', 'failed', 'cancelled'] as const;

/** The state of a task. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Whether polling stops at this state (part 3). */
export function isTerminal(status: TaskStatus): boolean {
  return status === 'success' || status === 'failed' || status === 'cancelled';
}

/** A string state; one we do not know counts as failed (part 3). */
export const taskStatus = z
  .string()
  .transform((value): TaskStatus => TASK_STATUSES.find((s) => s === value) ?? 'failed');

/** A task id: a UUID (2.2). */
export const taskId = z.uuid();

const url = z.string().max(8192);

/** Keys of a task's output (2.3); unknown ones pass through. */
export const taskOutput = z.looseObject({
  model_url: url.optional(),
  rendered_image_url: url.optional(),
  generated_image_url: url.optional(),
  rendered_video_url: url.optional(),
  rendered_sequence_url: url.optional(),
  multiview_basecolor_url: url.optional(),
  front_view_url: url.optional(),
  left_view_url: url.optional(),
  back_view_url: url.optional(),
  right_view_url: url.optional(),
  riggable: z.boolean().optional(),
  rig_type: z.string().optional(),
  uv_render_url: url.optional(),
});

/** What a successful task puts out. */
export type TaskOutput = z.infer<typeof taskOutput>;

/** A key of 2.3. */
export type OutputKey = keyof typeof taskOutput.shape;

/** A task as query and batch query return it (2.2). */
export const task = z.looseObject({
  task_id: taskId,
  type: z.string(),
  status: taskStatus,
  progress: z.number().min(0).max(100).catch(0),
  input: z.record(z.string(), z.unknown()).catch({}),
  output: taskOutput.nullish().transform((output) => output ?? {}),
  created_at: z.string().optional(),
  completed_at: z.string().nullish(),
  credits_consumed: wireCredits.nullish(),
  error_code: z.int().nullish(),
  error_message: z.string().nullish(),
});

/** A task, parsed. */
export type Task = z.infer<typeof task>;

/** The answer to a creation call (2.4). */
export const createdTask = z.looseObject({ task_id: taskId, type: z.string(), status: z.string() });

/** The answer to a batch query (4.5); a task that does not parse is left out by the reader, not the whole answer. */
export const taskList = z.looseObject({
  tasks: z.record(z.string(), z.unknown()),
  missed: z.array(z.string()).catch([]),
});
