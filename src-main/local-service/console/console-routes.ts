import type { FastifyInstance, FastifyReply } from 'fastify';
import { addConsoleApi } from './console-api.ts';
import type { ConsoleContext } from './console-context.ts';
import { CONSOLE_PAGE } from './console-page.ts';
import { CONSOLE_SCRIPT } from './console-script.ts';
import { CONSOLE_STYLE } from './console-style.ts';

/** Pages of the service load only its own files, send data nowhere else, and cannot be framed. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page and its files. */
export const PAGE_HEADERS = { 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'no-referrer' } as const;

/** The console (spec part 5): its page needs no token and contains no data; all data comes from its own API, with the token. */
export function addConsoleRoutes(app: FastifyInstance, parts: ConsoleContext): void {
  const file = (url: string, type: string, text: string) =>
    app.get(url, (_request, reply: FastifyReply) => reply.headers(PAGE_HEADERS).type(type).send(text));
  file('/console', 'text/html; charset=utf-8', CONSOLE_PAGE);
  file('/console/console.js', 'text/javascript; charset=utf-8', CONSOLE_SCRIPT);
  file('/console/console.css', 'text/css; charset=utf-8', CONSOLE_STYLE);
  void app.register(async (api) => addConsoleApi(api, parts));
}
