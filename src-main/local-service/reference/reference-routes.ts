import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGE_HEADERS, PAGE_POLICY } from '../console/page-headers.ts';
import { DOCS_PAGE, DOCS_SCRIPT, DOCS_STYLE } from './docs-page.ts';
import { buildOpenApi } from './openapi.ts';
import { referenceMarkdown } from './reference-markdown.ts';
import { readSwaggerUiFile, SWAGGER_UI_FILES, type SwaggerUiFile } from './swagger-ui-files.ts';
import { SWAGGER_UI_LICENCES } from './swagger-ui-licences.ts';

/** The renderer's style sheet embeds its icons. */
const DOCS_HEADERS = { ...PAGE_HEADERS, 'content-security-policy': `${PAGE_POLICY}; img-src data:` } as const;

/** `/openapi.json` and the reference at `/docs`; public, because they contain no account data. */
export function addReferenceRoutes(app: FastifyInstance, baseUrl: () => string): void {
  const openApi = once(() => JSON.stringify(buildOpenApi(baseUrl()), null, 2));
  const markdown = once(referenceMarkdown);
  const add = (url: string, type: string, read: () => string | Promise<Buffer>) =>
    app.get(url, async (_request, reply: FastifyReply) =>
      reply
        .headers(DOCS_HEADERS)
        .type(type)
        .send(await read()),
    );

  add('/openapi.json', 'application/json; charset=utf-8', openApi);
  add('/docs', 'text/html; charset=utf-8', () => DOCS_PAGE);
  add('/docs/docs.js', 'text/javascript; charset=utf-8', () => DOCS_SCRIPT);
  add('/docs/docs.css', 'text/css; charset=utf-8', () => DOCS_STYLE);
  add('/docs/api.md', 'text/plain; charset=utf-8', markdown);
  for (const [name, type] of Object.entries(SWAGGER_UI_FILES) as [SwaggerUiFile, string][]) {
    add(`/docs/${name}`, type, () => readSwaggerUiFile(name));
  }
  for (const [name, text] of Object.entries(SWAGGER_UI_LICENCES)) {
    add(`/docs/${name}`, 'text/plain; charset=utf-8', () => text);
  }
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
