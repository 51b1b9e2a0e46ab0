import type { JobStatus } from './job.ts';

/** Groups of the queue in display order. */
export const QUEUE_GROUPS = ['needs_you', 'running', 'waiting', 'finished'] as const;

/** A group of the queue. */
export type QueueGroup = (typeof QUEUE_GROUPS)[number];

const STATUS_GROUPS: Readonly<Record<JobStatus, QueueGroup>> = {
  waiting: 'waiting',
  uploading: 'running',
  queued: 'running',
  running: 'running',
  downloading: 'running',
  verifying: 'running',
  exporting: 'running',
  done: 'finished',
  failed: 'finished',
  unknown: 'needs_you',
  held: 'needs_you',
  paused: 'waiting',
  offline: 'waiting',
  cancelled: 'finished',
};

/** Returns the group of a job in this state. */
export function queueGroupOf(status: JobStatus): QueueGroup {
  return STATUS_GROUPS[status];
}
