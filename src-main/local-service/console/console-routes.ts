import type { FastifyInstance, FastifyReply } from 'fastify';
import { addConsoleApi } from './console-api.ts';
import type { ConsoleContext } from './console-context.ts';
import { CONSOLE_PAGE } from './console-page.ts';
import { CONSOLE_SCRIPT } from './console-script.ts';
import { CONSOLE_STYLE } from './console-style.ts';
import { FEATURES_SCRIPT } from './features-script.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { addOidcRoutes } from './sign-in/oidc-routes.ts';
import { addSignInRoute } from './sign-in/session-routes.ts';

/** The console (spec part 5): its page needs no token and contains no data; all data comes from its own API. */
export function addConsoleRoutes(app: FastifyInstance, parts: ConsoleContext): void {
  const file = (url: string, type: string, text: string) =>
    app.get(url, (_request, reply: FastifyReply) => reply.headers(PAGE_HEADERS).type(type).send(text));
  file('/console', 'text/html; charset=utf-8', CONSOLE_PAGE);
  file('/console/console.js', 'text/javascript; charset=utf-8', CONSOLE_SCRIPT);
  file('/console/features.js', 'text/javascript; charset=utf-8', FEATURES_SCRIPT);
  file('/console/console.css', 'text/css; charset=utf-8', CONSOLE_STYLE);
  addSignInRoute(app, parts);
  addOidcRoutes(app, parts);
  void app.register(async (api) => addConsoleApi(api, parts));
}
