import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ZERO_CREDITS } from '../../../src-shared/api/pricing/credits.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { OutputKey } from '../../../src-shared/api/protocol/task.ts';
import { openDatabase } from '../../../src-main/local-service/storage/database.ts';
import { createSqliteTaskTable } from '../../../src-main/local-service/tasks/embedded/sqlite-task-table.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, upload, type Answer } from '../../local-service/workers/call.ts';
import { OWN_URL, PICTURE_TASK, TOKEN, VIEWS_TASK, type Body } from './bodies.ts';
import type { Request } from './request.ts';

/** What each region's service entitles its account to: nothing abroad, everything in China. */
export const ENTITLED = {
  international: { priority: 1, checkPrintable: false },
  china: { priority: 3, checkPrintable: true },
} as const;

const MOST = 1_000_000;
const LIMITS = {
  creationPerMinute: MOST,
  refinePerMinute: MOST,
  uploadsPerMinute: MOST,
  queriesPerMinute: MOST,
  concurrency: { h3d: MOST, p3d: MOST, image: MOST, animation: MOST, processing: MOST, mesh: MOST },
};

/** A hold as the console's ledger shows it. */
interface Hold {
  readonly number: number;
  readonly kind: string;
  readonly taskId: string | null;
  readonly balanceChange: number;
  readonly frozenChange: number;
}

/** A running service of one region that has an image task, a task of four views, an upload, and endless limits. */
export interface RuledService {
  readonly service: LocalService;
  /** Sends a body, its stand-ins filled. */
  post(path: string, body: Body): Promise<Answer>;
  /** The newest hold of the ledger; null when nothing was ever held. */
  newestHold(): Promise<Hold | null>;
  stop(): Promise<void>;
}

/** Starts one; `region` is its deployment. */
export async function startRuledService(region: Request['region']): Promise<RuledService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dropforge-rules-'));
  await addTasks(dataDir);
  const settings = { region, limits: LIMITS, entitlements: ENTITLED[region] };
  const service = await startLocalService({ dataDir, credits: MOST, settings });
  const token = await upload(service, Buffer.from('no picture: its task fails at once'));
  const { body } = await callService(service, `/v3/tasks/${PICTURE_TASK}`);
  const url = (body.data.output as unknown as Record<string, string>).generated_image_url ?? '';
  const fill = (text: string) => text.replaceAll(`"${TOKEN}"`, `"${token}"`).replaceAll(`"${OWN_URL}"`, `"${url}"`);
  return {
    service,
    post: (to, given) =>
      callService(service, to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: fill(JSON.stringify(given)),
      }),
    async newestHold() {
      const answer = await callService(service, '/console/api/ledger', {
        headers: { authorization: `Bearer ${service.consoleToken}` },
      });
      return (answer.body.data as unknown as Hold[]).find(({ kind }) => kind === 'hold') ?? null;
    },
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Engines that draw are not what is tested here: their successful tasks are written into the folder beforehand. */
async function addTasks(dataDir: string): Promise<void> {
  const db = openDatabase(path.join(dataDir, 'service.db'));
  const store = createSqliteTaskTable(db);
  const add = async (id: string, type: OperationName, keys: readonly OutputKey[]) => {
    const job = { sources: [], values: {} };
    store.insert([{ id, type, input: {}, job, price: ZERO_CREDITS, category: 'image', createdAt: Date.now() }]);
    store.start(id);
    const files = Object.fromEntries(keys.map((key) => [key, `${key.split('_')[0] ?? ''}.png`]));
    store.succeed(id, { files, notes: [] }, Date.now());
    await mkdir(path.join(dataDir, 'outputs', id), { recursive: true });
    for (const name of Object.values(files)) await writeFile(path.join(dataDir, 'outputs', id, name), 'no picture');
  };
  await add(PICTURE_TASK, 'text_to_image', ['generated_image_url']);
  await add(VIEWS_TASK, 'generate_multiview_image', [
    'front_view_url',
    'left_view_url',
    'back_view_url',
    'right_view_url',
  ]);
  db.close();
}
