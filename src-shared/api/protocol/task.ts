import { z } from 'zod';
import { wireCredits } from '../pricing/credits.ts';

/** States of a task (spec part 3); the last three are terminal. */
export const TASK_STATUSES = ['queued', 'running', 'success', 'failed', 'cancelled'] as const;

/** The state of a task. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Whether polling stops at this state (part 3). */
export function isTerminal(status: TaskStatus): boolean {
  return status === 'success' || status === 'failed' || status === 'cancelled';
}

/** A string state; one we do not know counts as failed (part 3). */
const taskStatus = z.string().transform((value): TaskStatus => TASK_STATUSES.find((s) => s === value) ?? 'failed');

/** A task id: a UUID (2.2), of whatever version. */
export const taskId = z.guid();

const url = z.string().max(8192).optional().catch(undefined);

/** Keys of a task's output (2.3); unknown ones pass through, one of the wrong type counts as absent. */
export const taskOutput = z.looseObject({
  model_url: url,
  rendered_image_url: url,
  generated_image_url: url,
  rendered_video_url: url,
  rendered_sequence_url: url,
  multiview_basecolor_url: url,
  front_view_url: url,
  left_view_url: url,
  back_view_url: url,
  right_view_url: url,
  riggable: z.boolean().optional().catch(undefined),
  rig_type: z.string().optional().catch(undefined),
  uv_render_url: url,
  // Ours: the second form of a splat, whose outputs are not shown.
  splat_url: url,
});

/** What a successful task puts out. */
export type TaskOutput = z.infer<typeof taskOutput>;

/** A key of 2.3, or `splat_url`. */
export type OutputKey = keyof typeof taskOutput.shape;

/**
 * A task as query and batch query return it (2.2). Only its id and status must be right: an odd detail must not hide that
 * a task ended, so it counts as absent.
 */
export const task = z.looseObject({
  task_id: taskId,
  type: z.string().catch(''),
  status: taskStatus,
  progress: z.number().min(0).max(100).catch(0),
  input: z.record(z.string(), z.unknown()).catch({}),
  output: taskOutput
    .nullish()
    .catch(null)
    .transform((output) => output ?? {}),
  created_at: z.string().optional().catch(undefined),
  completed_at: z.string().nullish().catch(null),
  credits_consumed: wireCredits.nullish().catch(null),
  error_code: z.int().nullish().catch(null),
  error_message: z.string().nullish().catch(null),
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
