import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';
import type { LogLevel } from './log-levels.ts';
import { withLogContext, type LogContext, type StudioLog } from './studio-log.ts';

/** Ids of tasks; other texts in their place may be anything. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NAME = statement('find-key-name', 'SELECT name FROM api_keys WHERE id = $1');

/** A name that was read is used for this long: a new one shows soon, and a request costs no query. */
const KNOWN_MS = 60_000;

/** Number of names that are remembered; more of them are forgotten together. */
const MAX_KNOWN = 10_000;

/**
 * Logs the requests of a server with the id that the client sees, the route instead of the URL, and the name of the key.
 * Requests that only read are logged as `debug` unless they fail.
 */
export function logRequests(app: FastifyInstance, log: StudioLog, postgres: Postgres): void {
  const nameOf = createKeyNames(postgres);
  const contexts = new WeakMap<FastifyRequest, LogContext>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { task_id: taskId = '' } = (request.params ?? {}) as { readonly task_id?: string };
    const context = { requestId: request.id, ...(UUID.test(taskId) && { taskId }) };
    contexts.set(request, context);
    withLogContext(context, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const level = levelOf(request, reply);
    if (!log.isLevelEnabled(level)) return;
    const { method, keyId } = request;
    const key = keyId === null ? null : await nameOf(keyId);
    const ms = Math.round(reply.elapsedTime);
    const route = request.routeOptions.url ?? 'none';
    // The end of a response may be heard outside the work of its request.
    log[level]({ ...contexts.get(request), method, route, status: reply.statusCode, ms, key }, 'Request answered.');
  });
}

function levelOf(request: FastifyRequest, { statusCode }: FastifyReply): LogLevel {
  if (statusCode >= 500) return 'error';
  const { rateClass = 'query' } = request.routeOptions.config;
  return statusCode < 400 && rateClass === 'query' ? 'debug' : 'info';
}

/** Names of keys; the id where the name cannot be read. */
function createKeyNames(postgres: Postgres): (keyId: string) => Promise<string> {
  const known = new Map<string, { readonly name: string; readonly until: number }>();
  return async (keyId) => {
    const found = known.get(keyId);
    if (found && found.until > performance.now()) return found.name;
    try {
      const { rows } = await postgres.query<[name: string]>(NAME, keyId);
      const name = rows[0]?.[0] || keyId;
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(keyId, { name, until: performance.now() + KNOWN_MS });
      return name;
    } catch {
      return keyId;
    }
  };
}
