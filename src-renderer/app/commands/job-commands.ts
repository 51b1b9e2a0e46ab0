import { isRecipeComplete } from '../../../src-shared/jobs/recipe-completion.ts';
import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import type { Priority } from '../../../src-shared/jobs/priority.ts';
import { always, type Command } from './command.ts';
import { toggleFavourite } from '../../features/gallery/gallery.svelte.ts';
import { confirmJobs, skipJobs } from '../../features/queue/job-confirmation.ts';
import {
  cancelJobs,
  removeJobs,
  moveChosen,
  pauseJobs,
  prioritiseJobs,
  repeatJob,
  resolveJob,
  resumeJobs,
  retryJobs,
  revealJob,
  togglePauseAll,
} from '../../features/queue/job-actions.ts';
import * as can from '../../features/queue/job-facts.ts';
import { MOVE_DIRECTIONS } from '../../features/queue/move-targets.ts';
import { operationSession } from '../../features/operations/operation-session.svelte.ts';
import { OPERATION_VIEW } from '../../features/operations/texts/operation-labels.ts';
import { queue } from '../../features/queue/queue.svelte.ts';
import { moveSelection } from '../../ui/selection.ts';
import { setup } from '../setup.svelte.ts';
import { navigation, type View } from '../navigation.svelte.ts';
import { TEXTS } from '../language/texts.ts';
import { PRIORITY_LABELS } from '../language/labels.ts';

const C = TEXTS.commands;
const R = C.reasons;

/** Views that have a job selection. */
export const WITH_JOBS: readonly View[] = ['queue', 'gallery'];

const MOVE_KEYS = {
  up: 'Alt ArrowUp',
  down: 'Alt ArrowDown',
  top: 'Alt Shift ArrowUp',
  bottom: 'Alt Shift ArrowDown',
} as const;

/** Lists the commands for the selected jobs and for the queue as a whole. */
export const jobCommands = (): readonly Command[] => [
  {
    id: 'queue.pause',
    group: 'queue',
    title: () => (queue.paused ? TEXTS.queue.resumeAll : TEXTS.queue.pauseAll),
    keys: ['Shift P'],
    available: always,
    run: () => void togglePauseAll(),
  },
  ...([1, -1] as const).map((by): Command => ({
    id: by === 1 ? 'queue.next' : 'queue.previous',
    group: 'queue',
    title: () => (by === 1 ? C.next : C.previous),
    keys: [by === 1 ? 'ArrowDown' : 'ArrowUp'],
    repeats: true,
    where: ['queue'],
    offered: false,
    available: always,
    run: () => {
      queue.select(moveSelection(queue.selection, queue.layout.ids, by, false));
    },
  })),
  {
    id: 'job.export',
    group: 'job',
    title: () => TEXTS.queue.actions.exportAs,
    keys: ['E'],
    where: WITH_JOBS,
    available: () => ofLead(can.canExport, R.notMade),
    run: () => {
      if (!WITH_JOBS.includes(navigation.view)) navigation.show('queue');
      navigation.details = true;
      navigation.exportOpen = true;
    },
  },
  {
    id: 'job.operations',
    group: 'job',
    title: () => OPERATION_VIEW.open,
    keys: ['Shift O'],
    where: WITH_JOBS,
    available: () => ofSome(isRecipeComplete, R.notMade),
    run: () => {
      operationSession.openAll(queue.chosen().filter(isRecipeComplete));
    },
  },
  {
    id: 'job.reveal',
    group: 'job',
    title: () => TEXTS.queue.actions.reveal,
    keys: ['O'],
    where: WITH_JOBS,
    available: () => (setup.canReveal ? ofLead((job) => can.exportedFiles(job).length > 0, R.noFile) : R.noReveal),
    run: () => void withLead(revealJob),
  },
  {
    id: 'job.retry',
    group: 'job',
    title: () => TEXTS.queue.actions.retry,
    keys: ['R'],
    where: WITH_JOBS,
    available: () => ofSome(can.canRetry, R.noRetry),
    run: () => void retryJobs(queue.chosen()),
  },
  {
    id: 'job.again',
    group: 'job',
    title: () => TEXTS.queue.againSame,
    keys: ['R'],
    where: WITH_JOBS,
    available: () => ofLead(can.canRepeat, R.noRepeat),
    run: () => void withLead((job) => repeatJob(job, 'same')),
  },
  {
    id: 'job.againNew',
    group: 'job',
    title: () => TEXTS.queue.againNew,
    keys: ['Shift R'],
    where: WITH_JOBS,
    available: () => ofLead(can.canRepeat, R.noRepeat),
    run: () => void withLead((job) => repeatJob(job, 'new')),
  },
  {
    id: 'job.pause',
    group: 'job',
    title: () => TEXTS.queue.pause,
    keys: ['P'],
    where: ['queue'],
    available: () => ofSome(can.canPause, R.noPause),
    run: () => void pauseJobs(queue.chosen()),
  },
  {
    id: 'job.resume',
    group: 'job',
    title: () => (queue.chosen().some(can.isOverCap) ? TEXTS.queue.resumePast : TEXTS.queue.resume),
    keys: ['P'],
    where: ['queue'],
    available: () => ofSome(can.canResume, R.noResume),
    run: () => void resumeJobs(queue.chosen()),
  },
  {
    id: 'job.cancel',
    group: 'job',
    title: () => (queue.chosen().some(can.isSubmitted) ? TEXTS.queue.actions.stop : TEXTS.queue.actions.cancel),
    available: () => ofSome(can.canCancel, R.noCancel),
    run: () => void cancelJobs(queue.chosen()),
  },
  {
    id: 'job.favourite',
    group: 'job',
    title: () => TEXTS.gallery.favourite,
    keys: ['F'],
    where: WITH_JOBS,
    available: () => ofSome(hasGalleryResult, R.notMade),
    run: () => void toggleFavourite(queue.chosen().filter(hasGalleryResult)),
  },
  ...(['tags', 'collections'] as const).map((kind): Command => ({
    id: `job.${kind}`,
    group: 'job',
    title: () => TEXTS.gallery.assign[`${kind}Item`],
    available: () => ofSome(hasGalleryResult, R.notMade),
    run: () => {
      navigation.assign(kind, queue.chosen().filter(hasGalleryResult));
    },
  })),
  {
    id: 'job.remove',
    group: 'job',
    title: () => TEXTS.queue.actions.remove,
    keys: ['Del'],
    where: WITH_JOBS,
    available: () => ofSome(can.canRemove, R.noRemove),
    run: () => void removeJobs(queue.chosen()),
  },
  ...MOVE_DIRECTIONS.map((move): Command => ({
    id: `job.move.${move}`,
    group: 'job',
    title: () => C.move(TEXTS.queue.moves[move]),
    keys: [MOVE_KEYS[move]],
    repeats: true,
    where: ['queue'],
    available: () => ofSome(can.hasQueuePosition, R.noPlace),
    run: () => void moveChosen(move),
  })),
  ...(Object.keys(PRIORITY_LABELS) as Priority[]).map((priority): Command => ({
    id: `job.priority.${priority}`,
    group: 'job',
    title: () => C.priority(PRIORITY_LABELS[priority]),
    available: () => ofSome(can.canCancel, R.noCancel),
    run: () => void prioritiseJobs(queue.chosen(), priority),
  })),
  {
    id: 'job.confirm',
    group: 'job',
    title: () => TEXTS.confirmation.confirmOpen,
    available: () => ofSome(can.canConfirm, TEXTS.confirmation.reason),
    run: () => void confirmJobs(queue.chosen()),
  },
  {
    id: 'job.leaveOut',
    group: 'job',
    title: () => TEXTS.confirmation.leaveOut,
    available: () => ofSome(can.canConfirm, TEXTS.confirmation.reason),
    run: () => void skipJobs(queue.chosen()),
  },
  {
    id: 'job.look',
    group: 'job',
    title: () => TEXTS.queue.actions.check,
    available: () => ofLead(isUnknown, R.notUnknown),
    run: () => void withLead((job) => resolveJob(job, 'look')),
  },
  ...(['send_again', 'give_up'] as const).map((by): Command => ({
    id: `job.${by}`,
    group: 'job',
    title: () => (by === 'send_again' ? TEXTS.queue.actions.sendAgain : TEXTS.queue.actions.giveUp),
    available: () => ofLead(isUnknown, R.notUnknown),
    run: () => {
      const job = queue.lead?.job;
      if (job) navigation.askResolve(job, by);
    },
  })),
];

function isUnknown({ status }: Job): boolean {
  return status === 'unknown';
}

/** Returns true if the displayed job allows the action, otherwise the reason. */
function ofLead(allows: (job: Job) => boolean, reason: string): true | string {
  const job = queue.lead?.job;
  return job ? allows(job) || reason : R.noJob;
}

/** Returns true if any selected job allows the action, otherwise the reason. */
function ofSome(allows: (job: Job) => boolean, reason: string): true | string {
  const jobs = queue.chosen();
  return jobs.length === 0 ? R.noJob : jobs.some(allows) || reason;
}

async function withLead(work: (job: Job) => Promise<void>): Promise<void> {
  const job = queue.lead?.job;
  if (job) await work(job);
}
