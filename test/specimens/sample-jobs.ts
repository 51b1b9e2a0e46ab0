import { JOB_STATUSES, type Job, type JobStatus, type Money } from '../../src-shared/jobs/job.ts';
import { buildArtifact, buildJob, buildStep } from '../renderer/build-job.ts';

const MONEY: Readonly<Record<JobStatus, Money>> = {
  waiting: { kind: 'estimate', amount: '110.00', back: '0.00' },
  uploading: { kind: 'estimate', amount: '110.00', back: '0.00' },
  queued: { kind: 'held', amount: '110.00', back: '0.00' },
  running: { kind: 'held', amount: '110.00', back: '0.00' },
  downloading: { kind: 'charged', amount: '110.00', back: '0.00' },
  verifying: { kind: 'charged', amount: '110.00', back: '0.00' },
  exporting: { kind: 'charged', amount: '110.00', back: '0.00' },
  done: { kind: 'charged', amount: '115.00', back: '0.00' },
  failed: { kind: 'back', amount: '110.00', back: '110.00' },
  unknown: { kind: 'maybe_paid', amount: '110.00', back: '0.00' },
  held: { kind: 'estimate', amount: '165.00', back: '0.00' },
  paused: { kind: 'estimate', amount: '110.00', back: '0.00' },
  offline: { kind: 'held', amount: '110.00', back: '0.00' },
  cancelled: { kind: 'not_charged', amount: '0.00', back: '0.00' },
};

const MOVING: readonly JobStatus[] = ['uploading', 'running', 'downloading', 'verifying', 'exporting'];
const FAILURE = { code: 'moderation', subject: null, detail: '', retryable: false, requestId: null } as const;

/** One job in every state, and some whose names are hard to fit. */
export const SAMPLE_JOBS: readonly Job[] = [
  ...JOB_STATUSES.map((status, n) => ({
    ...plain(status),
    id: `state-${n}`,
    name: `lantern_${status}.png`,
    money: MONEY[status],
    serviceKind: 'cloud' as const,
  })),
  { ...plain('done'), id: 'free', name: 'free.png' },
  { ...plain('waiting'), id: 'long', name: `${'a very long name '.repeat(300)}.png` },
  { ...plain('running'), id: 'right-to-left', name: 'فانوس قديم.png', priority: 'high' },
  { ...plain('waiting'), id: 'chinese', name: '一盏旧黄铜灯笼.png', priority: 'low' },
];

function plain(status: JobStatus): Job {
  const isMoving = MOVING.includes(status);
  const first = buildStep({
    status: status === 'done' ? 'done' : isMoving ? 'running' : 'waiting',
    progress: isMoving ? 62 : 0,
  });
  return buildJob({
    status,
    hasThumbnail: false,
    steps: [first, buildStep({ operation: 'convert_model', format: 'fbx' })],
    artifacts: status === 'done' ? [buildArtifact()] : [],
    error: status === 'failed' ? FAILURE : null,
    finishedAt: status === 'done' ? 2_000 : null,
  });
}
