import { mkdirSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { SYSTEM } from '../../src-main/base/system.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { createTaskFollower } from '../../src-main/pipeline/steps/follow-tasks.ts';
import { toJobSummary } from '../../src-main/queue/job-list/job-summary.ts';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import { openFileReader } from '../../src-main/readers/open-file-reader.ts';
import type { FileReader } from '../../src-main/readers/file-reader.ts';
import type { Network } from '../../src-main/service-client/http/network.ts';
import { createPlainNetwork } from '../../src-main/service-client/http/plain-network.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { toCloudProfile } from '../../src-main/service-client/services/services.ts';
import { chargeLabel } from '../../src-renderer/app/language/labels.ts';
import { isActive } from '../../src-shared/jobs/job.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';
import type { MessageOrText } from '../../src-shared/messages/message.ts';
import { createFastClock } from '../helpers/fast-clock.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { httpAnswer, startRawService, type RawRequest } from '../helpers/service/raw-service.ts';
import { makeCertificate, startTlsFront, startTunnelProxy, TLS_HOST } from '../helpers/service/tls-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { startHostileRegion, type Behaviour, type CallKind } from './hostile-region.ts';

/** What a job came to. Several jobs are separated by slashes. */
export interface Outcome {
  /** State, with the code of the error. */
  readonly job: string;
  /** Amount and meaning as the job shows them. */
  readonly shown: string;
  /** Sums of the day in the ledger. */
  readonly ledger: string;
  /** Charges as the region reports them. */
  readonly service: string;
  /** Number of creation requests; `several`: as many as there was time for. */
  readonly posts: string;
  /** Shortest pause between the requests that `retryAfter` is about; empty: the row has none. */
  readonly pause: string;
  /** Ids of the messages, then their text; empty: none. */
  readonly messages: string;
  readonly text: string;
  /** State and creation requests after the region became honest and the user did what the text says; empty: not needed. */
  readonly after: string;
}

/** A behaviour and what has to come of it. */
export interface HostileRow {
  /** Completes “The region …”. */
  readonly region: string;
  readonly behaviour: Behaviour;
  /** Jobs at once; absent: 1. */
  readonly jobs?: number;
  /** Further requests that must change nothing, until the job is expected to wait for ever; absent: `MORE_REQUESTS`. */
  readonly moreRequests?: number;
  /** Each request of the kind but the first comes at least so many seconds after the previous one. */
  readonly retryAfter?: { readonly kind: CallKind; readonly seconds: number };
  /** Requests to other hosts; absent: 0. */
  readonly elsewhere?: number;
  readonly expected: Outcome;
}

/** What all rows share. */
export interface World {
  readonly folder: string;
  readonly picture: string;
  readonly model: Uint8Array;
  readonly reader: FileReader;
  readonly network: Network;
  /** Requests that came to another host. */
  readonly strayed: readonly RawRequest[];
  readonly near: string;
  readonly far: string;
}

/** A minute of the clock takes 0.6 s: timers of the product must not overtake what a busy computer does meanwhile. */
const SPEED = 100;
/** A timer of Node may be 1 ms early. */
const TIMER_MS = SPEED;
/** A job that waits is expected to wait for ever if this many more requests change nothing. */
const MORE_REQUESTS = 10;
const MAX_REQUESTS = 400;

/** Prepares what all rows share, until the test ends. Another host is reached directly and, by https, through a proxy. */
export async function createWorld(): Promise<World> {
  const folder = makeTempFolder();
  const model = await makeTexturedSphere(64, 8);
  const other = await startRawService((socket, { path: at }) => {
    socket.write(at.endsWith('.glb') ? httpAnswer(200, Buffer.from(model)) : httpAnswer(200, '{"code":0,"data":{}}'));
  });
  const trusted = tls.getCACertificates('default');
  const certificate = makeCertificate();
  tls.setDefaultCACertificates([...trusted, certificate.cert]);
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
  const port = await startTlsFront(certificate, other.origin);
  const proxy = await startTunnelProxy(() => ({ port }));
  const network = createPlainNetwork({ resolveProxy: null, env: { HTTPS_PROXY: proxy.origin } });
  const reader = openFileReader(path.join(folder, 'reader'));
  onTestFinished(async () => {
    await Promise.all([network.close(), reader.close()]);
  });
  return {
    folder,
    picture: await writeSampleImage(folder, 'shape.png', 64),
    model,
    // Each client and queue closes what it was given.
    reader: { ...reader, close: () => Promise.resolve() },
    network: { ...network, close: () => Promise.resolve() },
    strayed: other.requests,
    near: other.origin,
    far: `https://${TLS_HOST}`,
  };
}

/** Runs the jobs of a row through a real queue, then lets the region be honest. */
export async function runHostileJob(row: HostileRow, index: number, world: World): Promise<Outcome> {
  // Early in the day, so that the ledger's day does not end.
  const clock = createFastClock(SPEED, new Date().setHours(1, 0, 0, 0));
  const system = { ...SYSTEM, clock };
  const elsewhere = { near: `${world.near}/${index}`, far: `${world.far}/${index}` };
  const region = await startHostileRegion(row.behaviour, { clock, model: world.model, elsewhere });
  const profile = toCloudProfile({ baseUrl: region.origin, deployment: 'international' }, toKey(index));
  const client = createServiceClient(profile, world.network, system);
  const follower = createTaskFollower(() => Promise.resolve(client), system);
  const root = path.join(world.folder, String(index));
  mkdirSync(root);
  const queue = createQueue({
    home: path.join(root, 'home'),
    exportFolder: () => path.join(root, 'out'),
    system,
    reader: world.reader,
    connect: () => Promise.resolve({ client, follower }),
    serviceInUse: () => Promise.resolve(client),
  });
  try {
    const sources = Array.from({ length: row.jobs ?? 1 }, (_, at) => ({
      path: world.picture,
      name: at === 0 ? 'shape.png' : `shape${at + 1}.png`,
      kind: 'picture' as const,
      bytes: 1,
    }));
    queue.add(sources, { formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null });
    queue.start();
    await waitForEnd(queue, row, world, () => region.count());
    const { today } = queue.spending.spent();
    const jobs = describeJobs(queue, world);
    const ended = {
      job: jobs.map(({ state }) => state).join(' / '),
      shown: jobs.map(({ shown }) => shown).join(' / '),
      ledger: describeSums({ charged: today.charged, refunded: today.back, held: today.held }),
      service: region.charges(),
      posts: toCount(region.count('create')),
      pause: row.retryAfter ? describePause(region.pauses(row.retryAfter.kind), row.retryAfter.seconds) : '',
      messages: messagesOf(jobs),
      text: jobs.flatMap(({ text }) => text || []).join(' / '),
    };
    region.behaviour = {};
    return { ...ended, after: await recover(queue, () => region.count('create')) };
  } finally {
    follower.close();
    await queue.close();
    await client.close();
  }
}

/** Requests of a row that came to another host. */
export function strayedOf(index: number, { strayed }: World): readonly RawRequest[] {
  return strayed.filter(({ path: at }) => at.startsWith(`/${index}/`));
}

/** True if a request has the key of any row, or another one. */
export function hasKey({ path: at, headers, body }: RawRequest): boolean {
  return 'authorization' in headers || `${at} ${JSON.stringify(headers)} ${body.toString()}`.includes(toKey(''));
}

function toKey(index: number | ''): string {
  return `sk_hostile_key_${index}`;
}

/**
 * Until the jobs are settled, or are in an active state that further requests do not change. On a busy computer a request may
 * take minutes of the fast clock and fail for that reason: then the next ones tell.
 */
async function waitForEnd(
  queue: Queue,
  { expected, moreRequests = MORE_REQUESTS }: HostileRow,
  world: World,
  count: () => number,
): Promise<void> {
  let isSettled = false;
  void queue.whenSettled(queue.records().map(({ id }) => id)).then(() => (isSettled = true));
  let reachedAt: number | null = null;
  while (!isSettled) {
    const isExpected =
      describeStates(queue) === expected.job &&
      messagesOf(describeJobs(queue, world)) === expected.messages &&
      queue.records().every(({ status }) => isActive(status));
    if (isExpected) reachedAt ??= count();
    // A job in another state with an error waits for something else; a job without one is trying again.
    else if (queue.records().every(({ error }) => error)) reachedAt = null;
    if (isExpected && reachedAt !== null && count() - reachedAt >= moreRequests) return;
    if (count() > MAX_REQUESTS) return;
    await pause(5);
  }
  // A task too many becomes a job of its own.
  await queue.whenSettled(queue.records().map(({ id }) => id));
}

/** Retries what failed and checks again what is unknown; what waits goes on by itself. */
async function recover(queue: Queue, posts: () => number): Promise<string> {
  const records = queue.records();
  if (records.every(({ status }) => status === 'done')) return '';
  for (const { id, status } of records) {
    if (status === 'failed') queue.retry([id]);
    if (status === 'unknown') queue.resolve(id, 'look');
  }
  if (queue.isPaused()) queue.resume();
  await queue.whenSettled(records.map(({ id }) => id));
  return `${describeStates(queue)}, ${toCount(posts())} POST${posts() === 1 ? '' : 's'}`;
}

/** The jobs in the order of their states, because any of several may be first. */
function describeJobs(queue: Queue, world: World) {
  const shown = new Map(queue.list().map(({ id, money }) => [id, chargeLabel(money)]));
  const jobs = queue.records().map((record) => ({
    state: stateOf(record),
    shown: shown.get(record.id) ?? '',
    messages: listMessages(record),
    text: withoutIds(toText(record), world),
  }));
  return jobs.sort((one, other) => (one.state < other.state ? -1 : 1));
}

function messagesOf(jobs: ReturnType<typeof describeJobs>): string {
  return jobs.flatMap(({ messages }) => messages || []).join(' / ');
}

function describeStates(queue: Queue): string {
  return queue.records().map(stateOf).sort().join(' / ');
}

function stateOf({ status, error }: JobRecord): string {
  return error ? `${status}: ${error.code}` : status;
}

function toCount(count: number): string {
  return count > 2 ? 'several' : String(count);
}

/** `at least` the seconds if no pause is shorter, so that a busy computer changes nothing; otherwise the shortest one. */
function describePause(pauses: readonly number[], seconds: number): string {
  const shortest = Math.min(...pauses);
  return shortest >= seconds * 1000 - TIMER_MS ? `at least ${seconds} s` : `${(shortest / 1000).toFixed(1)} s`;
}

/** The text without what may differ: task ids, ports, codes of a lost connection, names of jobs that ended in any order. */
function withoutIds(text: string, { near }: World): string {
  return text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '…')
    .replaceAll(/\((?:ECONNRESET|EPIPE|UND_ERR_SOCKET)\)/g, '(…)')
    .replaceAll(near, 'http://other.example')
    .replaceAll('shape2.png', 'shape.png');
}

function describeSums(sums: Readonly<Record<string, string>>): string {
  const parts = Object.entries(sums).filter(([, sum]) => Number(sum) !== 0);
  return parts.map(([name, sum]) => `${sum} ${name}`).join(', ') || 'nothing';
}

/** The error and the charge as the command line prints them, and the notes. */
function toText(record: JobRecord): string {
  const { error } = record;
  const notes = listNotes(record);
  return [...(error ? [toJobSummary({ ...error, requestId: null }, record)] : []), ...notes.map(toEnglish)].join(' ');
}

function listMessages(record: JobRecord): string {
  const { error } = record;
  const notes = listNotes(record);
  const own = error ? [`error.${error.code}`, ...idsOf(error.detail)] : [];
  return [...own, ...notes.flatMap(idsOf)].join(', ');
}

function listNotes({ steps, notes }: JobRecord): MessageOrText[] {
  return [...steps.flatMap((step) => step.notes ?? []), ...notes];
}

function idsOf(text: MessageOrText): string[] {
  return typeof text === 'string' ? [] : [text.id];
}
