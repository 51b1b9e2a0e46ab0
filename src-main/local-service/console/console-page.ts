/** The console's page: a frame that the script fills once it has the console’s token. */
export const CONSOLE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Dropforge service console</title>
<link rel="stylesheet" href="/console/console.css">
<script src="/console/console.js" defer></script>
</head>
<body>
<h1>Dropforge service</h1>
<form id="open">
<label for="token">Console token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" required>
<button>Open</button>
</form>
<p id="message" role="status"></p>
<main hidden>
<p><a href="/docs">Reference</a> · <a href="/openapi.json">OpenAPI</a> · <button id="again" type="button">Refresh</button></p>
<h2>Account</h2>
<p id="balance"></p>
<form id="top-up">
<label for="amount">Amount</label>
<input id="amount" class="short" inputmode="decimal" required>
<button>Add credits</button>
</form>
<h2>API keys</h2>
<p id="new-key" class="once" hidden></p>
<table><thead><tr><th>Ends in</th><th>Created</th><th></th></tr></thead><tbody id="keys"></tbody></table>
<form id="make-key"><button>Create API key</button></form>
<h2>Webhooks</h2>
<p id="new-secret" class="once" hidden></p>
<table><thead><tr><th>ID</th><th>URL</th><th></th></tr></thead><tbody id="webhooks"></tbody></table>
<form id="add-webhook">
<label for="url">URL</label>
<input id="url" type="url" placeholder="https://" required>
<button>Add webhook</button>
</form>
<h3>Recent deliveries</h3>
<table><thead><tr><th>Event</th><th>Webhook</th><th>Attempts</th><th>Last response</th><th>Status</th></tr></thead><tbody id="deliveries"></tbody></table>
<h2>Tasks</h2>
<table><thead><tr><th>Task</th><th>Type</th><th>Status</th><th>Created</th><th>Credits</th><th></th></tr></thead><tbody id="tasks"></tbody></table>
<h2>Ledger</h2>
<table><thead><tr><th>Time</th><th>Entry</th><th>Task</th><th>Balance</th><th>Held</th><th>Balance after</th></tr></thead><tbody id="ledger"></tbody></table>
<p><button id="older" type="button">Older entries</button> <button id="newest" type="button">Newest entries</button></p>
<h2>Limits</h2>
<table><tbody id="limits"></tbody></table>
</main>
</body>
</html>
`;
