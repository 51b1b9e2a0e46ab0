import { addLabel, table } from './page-parts.ts';
import { ACCESS_SECTIONS, LOAD_SECTIONS, USAGE_SECTION } from './feature-sections.ts';

/** The console's page: a frame that its scripts fill for those who may open it. */
export const CONSOLE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Dropforge service console</title>
<link rel="stylesheet" href="/console/console.css">
<script src="/console/console.js" defer></script>
<script src="/console/features.js" defer></script>
</head>
<body>
<header>
<h1>Dropforge service</h1>
<p id="signed-in" hidden><span id="who"></span> <button id="sign-out" type="button">Sign out</button></p>
</header>
<main>
<form id="open">
<label for="token" id="token-label">Console token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" required>
<button>Open</button>
</form>
<p id="oidc" hidden><a href="/console/sign-in">Sign in with single sign-on</a></p>
<p id="message" role="status"></p>
<div id="content" hidden>
<p><a href="/docs">Reference</a> · <a href="/openapi.json">OpenAPI</a> · <button id="again" type="button">Refresh</button></p>
<section>
<h2>Account</h2>
<p id="balance"></p>
<form id="top-up">
${addLabel('amount', 'Amount', 'class="short" inputmode="decimal" required')}
<button>Add credits</button>
</form>
</section>
${USAGE_SECTION}
<section data-without="studioKeys">
<h2>API keys</h2>
<p id="new-key" class="once" hidden></p>
${table('keys', 'API keys', ['Ends in', 'Created', null])}
<form id="make-key"><button>Create API key</button></form>
</section>
${ACCESS_SECTIONS}
${LOAD_SECTIONS}
<section>
<h2>Webhooks</h2>
<p id="new-secret" class="once" hidden></p>
${table('webhooks', 'Webhooks', ['ID', 'URL', null])}
<form id="add-webhook">
${addLabel('url', 'URL', 'type="url" placeholder="https://" required')}
<button>Add webhook</button>
</form>
<h3>Recent deliveries</h3>
${table('deliveries', 'Recent deliveries', ['Event', 'Webhook', 'Attempts', 'Last response', 'Status'])}
</section>
<section>
<h2>Tasks</h2>
${table('tasks', 'Tasks', ['Task', 'Type', 'Status', 'Created', 'Credits', null])}
</section>
<section>
<h2>Ledger</h2>
${table('ledger', 'Ledger', ['Time', 'Entry', 'Task', 'Balance', 'Held', 'Balance after'])}
<p><button id="older" type="button">Older entries</button> <button id="newest" type="button">Newest entries</button></p>
</section>
<section>
<h2>Limits</h2>
${table('limits', 'Limits', ['Name', 'Value'])}
</section>
</div>
</main>
</body>
</html>
`;
