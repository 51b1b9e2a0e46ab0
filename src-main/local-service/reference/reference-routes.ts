import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS } from '../console/console-routes.ts';
import { buildOpenApi } from './openapi.ts';
import { referencePage } from './reference-text.ts';

/** `/openapi.json` and the reference at `/docs`; both need no key, because they tell nothing about anybody. */
export function addReferenceRoutes(app: FastifyInstance, baseUrl: () => string): void {
  let openApi: string | undefined;
  let page: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    openApi ??= JSON.stringify(buildOpenApi(baseUrl()), null, 2);
    return reply.type('application/json; charset=utf-8').send(openApi);
  });
  app.get('/docs', (_request, reply) => {
    page ??= referencePage();
    return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
  });
}
