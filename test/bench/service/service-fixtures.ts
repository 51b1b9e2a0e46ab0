import { randomUUID } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ZERO_CREDITS } from '../../../src-shared/api/pricing/credits.ts';
import { createSqliteLedger } from '../../../src-main/local-service/account/sqlite-ledger.ts';
import { openDatabase } from '../../../src-main/local-service/storage/database.ts';
import { createTaskLifecycle } from '../../../src-main/local-service/tasks/embedded/task-lifecycle.ts';
import { createSqliteTaskTable } from '../../../src-main/local-service/tasks/embedded/sqlite-task-table.ts';
import type { CeilingTask } from './service-ceiling.ts';
import type { PeerAnswer } from './service-peer.ts';

const MANY = 1_000_000_000;

/** A configuration whose limits no bench meets. */
export const NO_LIMITS = {
  limits: {
    creationPerMinute: MANY,
    refinePerMinute: MANY,
    uploadsPerMinute: MANY,
    queriesPerMinute: MANY,
    concurrency: { h3d: MANY, p3d: MANY, image: MANY, animation: MANY, processing: MANY, mesh: MANY },
  },
};

/** Writes finished tasks into the data folder of a service that is not running, by the service's own moves. */
export function writeFinishedTasks(dataDir: string, count: number): string[] {
  const db = openDatabase(path.join(dataDir, 'service.db'));
  const tasks = createSqliteTaskTable(db);
  const category = 'generation_h';
  const concurrency = { ...{ generation_p: 1, image: 1, animation: 1, processing: 1, mesh: 1 }, [category]: MANY };
  const lifecycle = createTaskLifecycle(db, tasks, createSqliteLedger(db, Date.now), Date.now, { concurrency });
  const ids = Array.from({ length: count }, () => {
    const id = randomUUID();
    const input = { model: 'v3.1-20260211', input: `file_${id}`, face_limit: 20_000, texture_quality: 'detailed' };
    const job = { sources: [{ kind: 'upload', token: input.input } as const], values: { model: input.model } };
    lifecycle.create({ id, type: 'image_to_model', input, job, price: ZERO_CREDITS, category, createdAt: Date.now() });
    lifecycle.start(id);
    const files = { model_url: 'model.glb', rendered_image_url: 'preview.webp' };
    lifecycle.succeed(id, { files, notes: ['The back is a guess.'] });
    return id;
  });
  db.close();
  return ids;
}

/** Starts the raw peer of queries in a process of its own. */
export function startPeer(answers: Readonly<Record<string, readonly PeerAnswer[]>>) {
  return start('./service-peer.ts', answers);
}

/** Starts the raw peer of creations. */
export function startCeiling(task: CeilingTask) {
  return start('./service-ceiling.ts', task);
}

/** Where a peer answers, once it does. */
async function start(entry: string, task: object) {
  const peer = fork(fileURLToPath(new URL(entry, import.meta.url)));
  peer.send(task);
  const [port] = (await once(peer, 'message')) as [number];
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      peer.disconnect();
      await once(peer, 'exit');
    },
  };
}
