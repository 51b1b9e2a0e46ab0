import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseCredits } from '../../src-shared/api/pricing/credits.ts';
import { CANCELLED_BEFORE_END } from '../../src-main/pipeline/steps/export-finished.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { readManifests } from '../../src-main/queue/store/job-manifests.ts';
import { readExported } from '../helpers/exported-assets.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

/** An intent as it lies on the disk. */
interface StoredIntent {
  readonly id: string;
  readonly job_id: string;
  readonly step: number;
  readonly state: string;
  readonly task_id: string | null;
}

/** What a queue has written down. */
export interface QueueSnapshot {
  readonly jobs: readonly JobRecord[];
  readonly intents: readonly StoredIntent[];
  /** What SQLite finds wrong with the file. */
  readonly damage: readonly string[];
}

/** Reads the queue's database as its last run left it, from a copy, so that nothing is repaired on the way. */
export function readQueueSnapshot(home: string): QueueSnapshot {
  if (!existsSync(path.join(home, 'queue.db'))) return { jobs: [], intents: [], damage: [] };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-books-'));
  try {
    for (const name of ['queue.db', 'queue.db-wal']) {
      if (existsSync(path.join(home, name))) copyFileSync(path.join(home, name), path.join(folder, name));
    }
    return readDatabase(path.join(folder, 'queue.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readDatabase(file: string): QueueSnapshot {
  const db = new DatabaseSync(file);
  try {
    const integrity = db
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row['integrity_check']));
    const foreign = db
      .prepare('pragma foreign_key_check')
      .all()
      .map((row) => `foreign key: ${JSON.stringify(row)}`);
    const hasTables = db.prepare("select 1 from sqlite_schema where name = 'intents'").get() !== undefined;
    const jobs = hasTables ? db.prepare('select doc from jobs order by position').all() : [];
    const intents = hasTables ? db.prepare('select id, job_id, step, state, task_id from intents').all() : [];
    return {
      jobs: jobs.map((row) => JSON.parse(String(row['doc'])) as JobRecord),
      intents: intents as unknown as StoredIntent[],
      damage: [...integrity.filter((line) => line !== 'ok'), ...foreign],
    };
  } finally {
    db.close();
  }
}

/** Whether nothing is left to do for a job. */
export function isOver({ status }: JobRecord): boolean {
  return ['done', 'failed', 'cancelled', 'unknown'].includes(status);
}

/** What is visible in a folder by name, as hashes of files; a package is the hash of its files. */
export function hashExportedFiles(folder: string): Map<string, string> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  return new Map(names.map((name) => [name, hashAt(path.join(folder, name))]));
}

function hashAt(at: string): string {
  if (!statSync(at).isDirectory()) return createHash('sha256').update(readFileSync(at)).digest('hex');
  const inner = readdirSync(at).sort();
  return inner.map((name) => `${name} ${hashAt(path.join(at, name))}`).join('\n');
}

/** Where finished files lie. */
interface Places {
  readonly home: string;
  readonly out: string;
  /** Where the service keeps its own. */
  readonly outputs: string;
}

/** Everything about finished jobs that is not as it must be, as sentences. */
export function checkFinished({ jobs, intents }: QueueSnapshot, { home, out, outputs }: Places): string[] {
  const wrong: string[] = [];
  const shown = readExported(out);
  wrong.push(...shown.wrong);
  const exported = new Set<string>();
  const folders = new Set<string>();
  for (const job of jobs) {
    const places = job.artifacts.flatMap(({ exportedPath }) => exportedPath ?? []).map((at) => path.relative(out, at));
    const own = new Set(places.map((at) => at.split(path.sep)[0] ?? ''));
    const hasPreview = job.artifacts.some(({ role }) => role === 'preview');
    let whole = 0;
    for (const name of own) {
      folders.add(name);
      const described = shown.assets.find(({ folder }) => folder === name)?.manifest;
      const roles = new Set(described?.files.map(({ role }) => role));
      const isSourceGone = described?.notes.some((note) => note.startsWith('The source is not included'));
      if (!roles.has('source') && !isSourceGone) wrong.push(`${name} has no source`);
      if (!roles.has('preview') && hasPreview) wrong.push(`${name} has no preview`);
      if (!described?.notes.includes(toEnglish(CANCELLED_BEFORE_END))) whole++;
    }
    // A job that failed and was tried again has one more.
    if (own.size === 0 || whole > 1) wrong.push(`${job.name} is in the folders ${[...own].join(', ')}`);
    if (job.status !== 'done')
      wrong.push(`${job.name} is ${job.status}: ${job.error?.code} ${toEnglish(job.error?.detail ?? '')}`);
    for (const [index, step] of job.steps.entries()) {
      const name = `step ${index} of ${job.name}`;
      const ordered = intents.filter((intent) => intent.job_id === job.id && intent.step === index);
      const states = ordered.map(({ state, task_id: id }) => `${state} ${id}`).join(', ');
      if (states !== `bound ${step.taskId}`)
        wrong.push(`${name} has the task ${step.taskId} and the intents ${states}`);
      const artifact = job.artifacts.find((other) => other.step === index && other.role === 'model');
      const place = artifact?.exportedPath ?? '';
      if (!artifact || !existsSync(place)) {
        wrong.push(`${name} is not exported: ${place}`);
        continue;
      }
      if (hashAt(place) !== artifact.sha256) wrong.push(`${name} was exported with another content: ${place}`);
      if (hashAt(artifact.path) !== artifact.sha256) wrong.push(`${name} has another content in the library`);
      const made = path.join(outputs, String(step.taskId));
      const isMade = readdirSync(made).some((file) => hashAt(path.join(made, file)) === artifact.sha256);
      if (artifact.bundle === null && !isMade) wrong.push(`${name} is not what the service made`);
      exported.add(path.relative(out, place));
    }
  }
  if (exported.size !== jobs.flatMap(({ steps }) => steps).length) wrong.push('two steps were exported to one place');
  for (const { folder } of shown.assets) {
    if (!folders.has(folder)) wrong.push(`${folder} was exported and belongs to nobody`);
  }
  const hidden = readdirSync(out, { recursive: true })
    .map(String)
    .filter((name) => path.basename(name).startsWith('.'));
  if (hidden.length > 0) wrong.push(`left in the output folder: ${hidden.join(', ')}`);
  return [...wrong, ...checkLibrary(path.join(home, 'library'), jobs)];
}

/** Every finished job lies there with its manifest, and nothing else does, no half file either. */
function checkLibrary(library: string, jobs: readonly JobRecord[]): string[] {
  const halves = readdirSync(library, { recursive: true })
    .map(String)
    .filter((name) => /\.part(\.json)?$/.test(name));
  const restored = new Set(readManifests(library).map(({ id }) => id));
  const lost = jobs.filter(({ id }) => !restored.has(id)).map(({ name }) => name);
  return [
    ...(halves.length > 0 ? [`left in the library: ${halves.join(', ')}`] : []),
    ...(lost.length > 0 ? [`without a manifest: ${lost.join(', ')}`] : []),
  ];
}

/** Hundredths of a credit that the queue believes were spent. */
export function sumCharged({ jobs }: QueueSnapshot): number {
  const amounts = jobs.flatMap(({ steps }) =>
    steps.map(({ creditsConsumed }) => parseCredits(creditsConsumed ?? 'none')),
  );
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? NaN), 0);
}
