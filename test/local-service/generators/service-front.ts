import type { ServerResponse } from 'node:http';
import type { LocalService } from '../../helpers/service/local-service.ts';
import { send } from '../workers/call.ts';
import { sendJson, startServer, type StandInServer } from './stand-in-server.ts';

/** The real service behind a gateway whose replicas lag, and whose responses may take long or be lost. */
export interface ServiceFront extends StandInServer {
  /** A status in place of that of tasks of a type, whose end is not seen; null: none. */
  posed: { readonly type: string; readonly status: 'queued' | 'running' } | null;
  /** Number of the next queries of tasks that do not find theirs. */
  misses: number;
  /** Holds the responses to creations until `release`, or until `cut` ends their connections. */
  isHolding: boolean;
  /** Positions of creations, from 0 on, whose connection ends without a response. */
  breaks: readonly number[];
  /** Types of tasks that the history does not show yet. */
  unlisted: readonly string[];
  /** Beginnings of paths; the next request to each is answered that there are too many. */
  busy: string[];
  /** Statuses of the next downloads: 200 sends the file, 302 leads to it, 0 is no response. */
  downloads: number[];
  /** Number of queries of tasks. */
  queries: number;
  /** Status of the next queries of the history. */
  historyStatus: number;
  /** Ids of the tasks that were created. */
  readonly created: string[];
  release(): void;
  cut(): void;
}

/** Starts it on loopback in front of a service, which then names the front in its addresses. */
export async function startServiceFront({ baseUrl }: LocalService): Promise<ServiceFront> {
  const held: { readonly answer: () => void; readonly response: ServerResponse }[] = [];

  const list = (rows: unknown) =>
    (rows as readonly { readonly type: string }[]).filter(({ type }) => !front.unlisted.includes(type));

  const forward = async (url: string, sent: Parameters<typeof send>[1], response: ServerResponse): Promise<void> => {
    const { method } = sent ?? {};
    const { status, headers, bytes, body } = await send(baseUrl + url, sent);
    const type = headers['content-type'] ?? '';
    const isJson = type.includes('json');
    const isHistory = url.startsWith('/v3/account/usage');
    const { posed } = front;
    const isPosed = posed !== null && url.startsWith('/v3/tasks/') && body.data?.type === posed.type;
    const data = isHistory ? list(body.data) : isPosed ? { ...body.data, status: posed.status, progress: 0 } : null;
    const json = data ? JSON.stringify({ ...body, data }) : bytes.toString('utf8');
    const payload = isJson ? json.replaceAll(baseUrl, front.url) : bytes;
    const answer = (): void => void response.writeHead(status, { 'content-type': type }).end(payload);
    const isCreation = status === 200 && method === 'POST' && /^\/v3\/(generation|models)\//.test(url);
    if (isCreation) front.created.push(body.data.task_id);
    if (isCreation && front.breaks.includes(front.created.length - 1)) response.destroy();
    else if (isCreation && front.isHolding) held.push({ answer, response });
    else answer();
  };

  const server = await startServer((request, response, body) => {
    const { url = '', method = 'GET', headers } = request;
    const busy = front.busy.find((start) => url.startsWith(start));
    if (busy !== undefined) {
      front.busy = front.busy.filter((start) => start !== busy);
      return sendJson(response, 429, { code: 1007, message: 'Too many requests', suggestion: '' });
    }
    const download = url.startsWith('/outputs/') ? (front.downloads.shift() ?? 200) : 200;
    if (download === 0) return;
    if (download !== 200) return void response.writeHead(download, { location: url }).end('<html>');
    if (url.startsWith('/v3/tasks/')) front.queries++;
    if (url.startsWith('/v3/tasks/') && front.misses > 0) {
      front.misses--;
      return sendJson(response, 404, { code: 2001, message: 'Task not found', suggestion: '' });
    }
    if (url.startsWith('/v3/account/usage') && front.historyStatus !== 200) {
      return sendJson(response, front.historyStatus, {});
    }
    const { authorization, 'content-type': type } = headers;
    const kept = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
    void forward(url, { method, headers: kept, ...(body.byteLength > 0 && { body }) }, response);
  });
  const front: ServiceFront = {
    ...server,
    posed: null,
    misses: 0,
    isHolding: false,
    breaks: [],
    unlisted: [],
    busy: [],
    downloads: [],
    queries: 0,
    historyStatus: 200,
    created: [],
    release() {
      for (const { answer } of held.splice(0)) answer();
    },
    cut() {
      for (const { response } of held.splice(0)) response.destroy();
    },
  };
  return front;
}
