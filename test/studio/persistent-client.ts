import type { StudioApi } from '../helpers/service/studio.ts';
import { callService, send, type Answer } from '../local-service/workers/call.ts';

/** Where a client reaches the studio: one of these addresses answers sooner or later. */
type Addresses = () => readonly Pick<StudioApi, 'baseUrl' | 'apiKey'>[];

/** A client that repeats each request at the next address until it is answered, as the app does. */
export interface PersistentClient {
  /** Uploads a file, calls `between`, and creates a task of the file; resolves with the task. */
  order(path: string, body: object, picture: Buffer, between?: () => Promise<unknown>): Promise<string>;
  /** Waits until a task has ended; resolves with its data. */
  untilEnded(id: string): Promise<Answer['body']['data']>;
}

const PAUSE_MS = 50;

/** A request without an answer is given up after this time. */
const PATIENCE_MS = 4_000;

/** Creates a client of a studio. */
export function createPersistentClient(addresses: Addresses): PersistentClient {
  let turn = 0;
  let orders = 0;

  async function call(path: string, sent: Parameters<typeof callService>[2] = {}): Promise<Answer> {
    for (;;) {
      const all = addresses();
      const address = all[turn++ % all.length];
      const answer = address && (await inTime(callService(address, path, sent)));
      if (answer && answer.status < 500) return answer;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async function upload(bytes: Buffer): Promise<string> {
    for (;;) {
      const { data } = (await call('/v3/files/presign', { method: 'POST', body: { format: 'png' } })).body;
      const headers = { 'content-type': 'application/octet-stream' };
      const put = await inTime(send(data.presigned_url, { method: 'PUT', headers, body: bytes }));
      if (put?.status === 200) return data.file_token;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  return {
    async order(path, body, picture, between) {
      const client_ref = `order-${orders++}`;
      const input = await upload(picture);
      await between?.();
      const { body: answer } = await call(path, { method: 'POST', body: { ...body, input, client_ref } });
      if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message}`);
      return answer.data.task_id;
    },
    async untilEnded(id) {
      for (;;) {
        const { data } = (await call(`/v3/tasks/${id}`)).body;
        if (!['queued', 'running'].includes(data.status)) return data;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    },
  };
}

/** The answer; null if there was none. */
async function inTime(answer: Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE_MS)));
  try {
    return await Promise.race([answer.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
