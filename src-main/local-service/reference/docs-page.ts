import { REFERENCE_TITLE } from './reference-markdown.ts';

/** The page at `/docs`: a frame for Swagger UI, which shows the OpenAPI document. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${REFERENCE_TITLE}</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/docs.js" defer></script>
</head>
<body>
<nav><a href="/console">Console</a> <a href="/docs/api.md">Everything as text</a></nav>
<main id="reference"></main>
<footer>Shown by Swagger UI: <a href="/docs/LICENSE">license</a>, <a href="/docs/NOTICE">notice</a>,
<a href="/docs/swagger-ui-bundle.js.LICENSE.txt">its parts</a></footer>
</body>
</html>
`;

/** Starts the renderer. It sends nothing to other servers, and an entered key is not stored. */
export const DOCS_SCRIPT = `'use strict';
const isDark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', isDark.matches);
isDark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  queryConfigEnabled: false,
  syntaxHighlight: { theme: 'agate' },
  validatorUrl: null,
});
`;

/** Styles that the renderer does not define. */
export const DOCS_STYLE = `:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; }
:root.dark-mode { color-scheme: dark; }
:root.dark-mode .swagger-ui table.headers td { color: inherit; }
body { margin: 0; }
nav { display: flex; gap: 1.5rem; max-width: 1460px; margin: 0 auto; padding: 1rem 20px 0; }
footer { max-width: 1460px; margin: 0 auto; padding: 0 20px 2rem; }
`;
