/**
 * The console's script in plain JavaScript. Where the service has sessions, the secret becomes one, which no script can
 * read; otherwise it is only kept in this page's memory. Data of the service is inserted as text, never as markup.
 */
export const CONSOLE_SCRIPT = `'use strict';
let token = '';
// Proves to the service that this page sends the changes of a session.
let csrfToken = '';
let hasSessions = false;
let hasOidc = false;
// The query that selects the shown ledger page; empty for the newest entries.
let before = '';
const LEDGER_ROWS = 100;
const byId = (id) => document.getElementById(id);

const call = (path, method, body) => send('/console/api/' + path, method, body);

async function send(path, method, body) {
  const headers = {};
  if (token !== '') headers.authorization = 'Bearer ' + token;
  if (csrfToken !== '') headers['x-csrf-token'] = csrfToken;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(path, {
    method: method || 'GET',
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const envelope = await answer.json();
  if (answer.status === 401 && csrfToken !== '') close();
  if (envelope.code !== 0) throw new Error(envelope.message + ' ' + envelope.suggestion);
  return envelope.data;
}

function say(text, isBad) {
  byId('message').textContent = text;
  byId('message').classList.toggle('bad', isBad === true);
}

async function act(work, done) {
  try {
    await work();
    await show();
    say(done);
  } catch (error) {
    say(error.message, true);
  }
}

/** Back to sign-in: the session has ended. */
function close() {
  csrfToken = '';
  byId('content').hidden = true;
  byId('signed-in').hidden = true;
  byId('open').hidden = false;
  byId('oidc').hidden = !hasOidc;
}

function cell(content) {
  const td = document.createElement('td');
  td.append(content === null || content === undefined ? '' : content);
  return td;
}

function group(...items) {
  const made = document.createElement('span');
  made.className = 'actions';
  made.append(...items);
  return made;
}

function fill(id, rows) {
  const columns = byId(id).previousElementSibling.rows[0].cells.length;
  if (rows.length === 0) {
    const none = cell('None');
    none.colSpan = columns;
    const tr = document.createElement('tr');
    tr.append(none);
    byId(id).replaceChildren(tr);
    return;
  }
  byId(id).replaceChildren(...rows.map((cells) => {
    const tr = document.createElement('tr');
    tr.append(...cells.map(cell));
    return tr;
  }));
}

function button(label, work, done, name) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  if (name !== undefined) made.setAttribute('aria-label', label + ' ' + name);
  made.addEventListener('click', () => act(work, done));
  return made;
}

const time = (at) => (at === null ? '' : new Date(at).toLocaleString());

function showOnce(id, label, secret) {
  const code = document.createElement('code');
  code.textContent = secret;
  byId(id).replaceChildren(label + ' It is shown only once: ', code);
  byId(id).hidden = false;
}

async function showKeys() {
  fill('keys', (await call('keys')).map((row) => [
    '…' + row.ending,
    row.createdAt === null ? 'with the data folder' : time(row.createdAt),
    row.createdAt === null
      ? ''
      : button('Revoke', () => call('keys/' + row.id, 'DELETE'), 'API key revoked.', '…' + row.ending),
  ]));
}

async function show() {
  const [account, hooks, tasks, ledger] = await Promise.all(
    ['account', 'webhooks', 'tasks?limit=100', 'ledger?limit=' + LEDGER_ROWS + before].map((path) => call(path)),
  );
  await showFeatures(account.features);
  if (!account.features.includes('studioKeys')) await showKeys();
  byId('balance').textContent = account.free
    ? 'This service is free.'
    : account.balance + ' credits available, ' + account.frozen + ' held for unfinished tasks.';
  byId('top-up').hidden = account.free;
  fill('webhooks', hooks.webhooks.map((row) => [
    row.id,
    row.url,
    row.configured
      ? 'from the configuration'
      : button('Remove', () => call('webhooks/' + row.id, 'DELETE'), 'Webhook removed.', row.url),
  ]));
  fill('deliveries', hooks.deliveries.map((row) => [
    row.eventId,
    row.webhookId,
    row.attempts,
    row.outcome,
    row.deliveredAt !== null ? 'delivered ' + time(row.deliveredAt)
      : row.dueAt !== null ? 'next attempt ' + time(row.dueAt) : 'failed',
  ]));
  fill('tasks', tasks.map((row) => [
    row.task_id,
    row.type,
    row.status,
    time(row.created_at),
    row.credits_consumed,
    row.status === 'queued' || row.status === 'running'
      ? button('Cancel', () => call('tasks/' + row.task_id + '/cancel', 'POST', {}), 'Task cancelled.', row.task_id)
      : '',
  ]));
  fill('ledger', ledger.map((row) => [
    time(row.at), row.kind, row.taskId, row.balanceChange, row.frozenChange, row.balanceAfter,
  ]));
  const last = ledger.at(-1);
  byId('older').disabled = ledger.length < LEDGER_ROWS || last.number === 1;
  byId('older').value = last ? '&before=' + last.number : '';
  byId('newest').disabled = before === '';
  fill('limits', Object.entries(account.limits).map(([name, value]) => [
    name, typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]));
  byId('content').hidden = false;
  byId('open').hidden = true;
  byId('oidc').hidden = true;
}

function setSession(session) {
  csrfToken = session.csrf_token;
  byId('who').textContent = 'Signed in: ' + session.name;
  byId('signed-in').hidden = false;
}

/** Shows how the console can be opened, or opens it if it is. */
async function start() {
  const { sessions, oidc, session } = await send('/console/session');
  hasSessions = sessions;
  hasOidc = oidc;
  if (sessions) byId('token-label').textContent = 'Admin API key or console token';
  byId('oidc').hidden = !oidc;
  if (session === null) return;
  setSession(session);
  await act(async () => undefined, '');
}

function onSubmit(id, work, done) {
  byId(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void act(work, done);
  });
}

onSubmit('open', async () => {
  token = byId('token').value.trim();
  byId('token').value = '';
  if (!hasSessions) return;
  try {
    setSession(await send('/console/session', 'POST', {}));
  } finally {
    token = '';
  }
}, '');
byId('sign-out').addEventListener('click', async () => {
  await call('session', 'DELETE');
  location.reload();
});
onSubmit('top-up', () => call('top-ups', 'POST', { amount: byId('amount').value.trim() }), 'Credits added.');
onSubmit('make-key', async () => {
  showOnce('new-key', 'New API key.', (await call('keys', 'POST', {})).key);
}, 'API key created.');
onSubmit('add-webhook', async () => {
  const added = await call('webhooks', 'POST', { url: byId('url').value.trim() });
  showOnce('new-secret', 'Signing secret for ' + added.url + '.', added.secret);
}, 'Webhook added.');
byId('again').addEventListener('click', () => act(async () => undefined, ''));
for (const id of ['older', 'newest']) {
  byId(id).addEventListener('click', () => act(async () => (before = byId(id).value), ''));
}
`;
