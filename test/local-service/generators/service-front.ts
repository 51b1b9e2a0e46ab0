import type { ServerResponse } from 'node:http';
import type { LocalService } from '../../helpers/service/local-service.ts';
import { send } from '../workers/call.ts';
import { sendJson, startServer, type StandInServer } from './stand-in-server.ts';

/** The real service behind a gateway whose replicas lag, and whose responses may take long or be lost. */
export interface ServiceFront extends StandInServer {
  /** Number of the next queries of tasks that do not find theirs. */
  misses: number;
  /** Holds the responses to creations until `release`. */
  isHolding: boolean;
  /** Number of the next creations whose connection ends without a response. */
  breaks: number;
  /** The history is empty, as that of a replica that lags. */
  hasNoHistory: boolean;
  /** Ids of the tasks that were created. */
  readonly created: string[];
  release(): void;
}

/** Starts it on loopback in front of a service, which then names the front in its addresses. */
export async function startServiceFront({ baseUrl }: LocalService): Promise<ServiceFront> {
  let held: (() => void)[] = [];

  const forward = async (url: string, sent: Parameters<typeof send>[1], response: ServerResponse): Promise<void> => {
    const { status, headers, bytes, body } = await send(baseUrl + url, sent);
    const type = headers['content-type'] ?? '';
    const isJson = type.includes('json');
    const payload = isJson ? bytes.toString('utf8').replaceAll(baseUrl, front.url) : bytes;
    const answer = (): void => void response.writeHead(status, { 'content-type': type }).end(payload);
    const isCreation = status === 200 && url.startsWith('/v3/generation/');
    if (isCreation) front.created.push(body.data.task_id);
    if (isCreation && front.breaks > 0) {
      front.breaks--;
      response.destroy();
    } else if (isCreation && front.isHolding) held.push(answer);
    else answer();
  };

  const server = await startServer((request, response, body) => {
    const { url = '', method = 'GET', headers } = request;
    if (url.startsWith('/v3/tasks/') && front.misses > 0) {
      front.misses--;
      return sendJson(response, 404, { code: 2001, message: 'Task not found', suggestion: '' });
    }
    if (url.startsWith('/v3/account/usage') && front.hasNoHistory) {
      return sendJson(response, 200, { code: 0, data: [] });
    }
    const { authorization, 'content-type': type } = headers;
    const kept = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
    void forward(url, { method, headers: kept, ...(body.byteLength > 0 && { body }) }, response);
  });
  const front: ServiceFront = {
    ...server,
    misses: 0,
    isHolding: false,
    breaks: 0,
    hasNoHistory: false,
    created: [],
    release() {
      const all = held;
      held = [];
      for (const answer of all) answer();
    },
  };
  return front;
}
