import type { Artifact, Job, JobStep } from '../../src-shared/jobs/job.ts';

/** A job that waits, with anything changed. */
export function buildJob(changes: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    name: 'lantern.png',
    kind: 'picture',
    views: 0,
    sourceBytes: 1000,
    hasThumbnail: true,
    status: 'waiting',
    recipe: 'draft',
    position: 1,
    priority: 'normal',
    serviceKind: 'local',
    step: 0,
    steps: [buildStep(), buildStep({ operation: 'convert_model', from: 0, format: 'fbx' })],
    money: { kind: 'free', amount: '0.00', back: '0.00' },
    error: null,
    retryAt: null,
    artifacts: [],
    notes: [],
    origin: null,
    basedOn: null,
    favourite: false,
    tags: [],
    collections: [],
    filed: false,
    createdAt: 1000,
    startedAt: null,
    tookMs: null,
    finishedAt: null,
    ...changes,
  };
}

/** A step that waits, with anything changed. */
export function buildStep(changes: Partial<JobStep> = {}): JobStep {
  return {
    operation: 'image_to_model',
    from: null,
    asked: null,
    format: 'glb',
    status: 'waiting',
    progress: 0,
    taskId: null,
    price: { amount: '110.00', basis: 'listed' },
    creditsConsumed: null,
    ...changes,
  };
}

/** A GLB in the output folder, with anything changed. */
export function buildArtifact(changes: Partial<Artifact> = {}): Artifact {
  return {
    id: 'artifact-1',
    step: 0,
    format: 'glb',
    role: 'model',
    name: 'lantern.glb',
    bytes: 1,
    sha256: '',
    exported: true,
    inLibrary: true,
    ...changes,
  };
}
