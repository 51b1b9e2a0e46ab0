/** The second script of the console: the sections of services that have more than an account. It uses the first one. */
export const FEATURES_SCRIPT = `'use strict';
let editedKey = '';

const credits = (amount) => amount.toFixed(2);

function budget(spent, limit) {
  if (limit === null) return credits(spent) + ' (no limit)';
  return credits(spent) + ' of ' + credits(limit) + ', ' + credits(Math.max(0, limit - spent)) + ' left';
}

function seconds(count) {
  if (count < 120) return Math.round(count) + ' s';
  return count < 7200 ? Math.round(count / 60) + ' min' : Math.round(count / 3600) + ' h';
}

const amountOf = (id) => (byId(id).value.trim() === '' ? null : byId(id).value.trim());

function editBudgets(key) {
  editedKey = key.id;
  byId('budgets-title').textContent = 'Budgets of ' + (key.name || key.id);
  byId('edit-day').value = key.dayBudget === null ? '' : credits(key.dayBudget);
  byId('edit-month').value = key.monthBudget === null ? '' : credits(key.monthBudget);
  byId('budgets').hidden = false;
  byId('edit-day').focus();
}

function opener(label, name, open) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.setAttribute('aria-label', label + ' ' + name);
  made.addEventListener('click', open);
  return made;
}

const SHOW = {
  async usage() {
    const from = byId('from').value === '' ? '' : '&from=' + byId('from').value;
    const [byProject, byKey, byDay] = await Promise.all(
      ['project', 'key', 'day'].map((group) => call('usage?by=' + group + from)),
    );
    const rows = (list, label) => list.map((row) => [label(row), row.tasks, credits(row.credits)]);
    fill('usage-project', rows(byProject, (row) => row.project || 'no project'));
    fill('usage-key', rows(byKey, (row) => row.key.name || row.key.id));
    fill('usage-day', rows(byDay, (row) => row.day));
    const total = byDay.reduce((sum, row) => sum + Math.round(row.credits * 100), 0) / 100;
    byId('usage-total').textContent = credits(total) + ' credits charged or held for unfinished tasks.';
  },
  async studioKeys() {
    const keys = await call('keys');
    fill('studio-keys', keys.map((key) => [
      key.name || key.id,
      key.project,
      key.scopes.join(', ') + (key.operations === null ? '' : ' (' + key.operations.join(', ') + ')'),
      '…' + key.ending,
      budget(key.spentToday, key.dayBudget),
      budget(key.spentThisMonth, key.monthBudget),
      group(
        opener('Edit budgets', key.name || key.id, () => editBudgets(key)),
        button('Revoke', () => call('keys/' + key.id, 'DELETE'), 'API key revoked.', key.name || key.id),
      ),
    ]));
  },
  async sessions() {
    fill('sessions', (await call('sessions')).map((row) => [
      row.name + (row.isOwn ? ' (this session)' : ''),
      time(row.createdAt),
      time(row.usedAt),
      row.isOwn ? '' : button('End', () => call('sessions/' + row.id, 'DELETE'), 'Session ended.', row.name),
    ]));
  },
  async workers() {
    fill('workers', (await call('workers')).map((row) => [
      row.name,
      row.host,
      row.isLost ? '' : row.running + ' of ' + row.seats,
      row.isLost ? 'lost, last heard ' + time(row.beatAt) : 'running',
      row.version,
      time(row.startedAt),
    ]));
  },
  async queueState() {
    fill('queue', (await call('queue')).map((row) => [
      row.category,
      row.queued,
      row.running,
      row.oldestSeconds === null ? '' : seconds(row.oldestSeconds),
    ]));
  },
  async retries() {
    fill('failures', (await call('failures')).map((row) => [
      row.id,
      row.type,
      row.keyName,
      time(row.completedAt),
      row.reason + ' (' + row.code + ')',
      credits(row.price),
      row.retriedAs === null
        ? button('Retry', () => call('tasks/' + row.id + '/retry', 'POST', {}), 'Task created again.', row.id)
        : 'retried as ' + row.retriedAs,
    ]));
  },
};

async function showFeatures(features) {
  for (const section of document.querySelectorAll('[data-feature]')) {
    section.hidden = !features.includes(section.dataset.feature);
  }
  for (const section of document.querySelectorAll('[data-without]')) {
    section.hidden = features.includes(section.dataset.without);
  }
  await Promise.all(features.map((name) => SHOW[name]()));
}

byId('from').value = new Date().toISOString().slice(0, 8) + '01';
onSubmit('usage-from', async () => undefined, '');
onSubmit('make-studio-key', async () => {
  const operations = Array.from(byId('key-operations').selectedOptions, (option) => option.value);
  const made = await call('keys', 'POST', {
    name: byId('key-name').value,
    project: byId('key-project').value,
    scopes: ['read', ...['create', 'admin'].filter((scope) => byId('key-' + scope).checked)],
    operations: operations.length === 0 ? null : operations,
    day_budget: amountOf('key-day'),
    month_budget: amountOf('key-month'),
  });
  showOnce('new-studio-key', 'New API key for ' + byId('key-name').value + '.', made.key);
  byId('make-studio-key').reset();
}, 'API key created.');
onSubmit('budgets', async () => {
  await call('keys/' + editedKey + '/budgets', 'POST', {
    day_budget: amountOf('edit-day'),
    month_budget: amountOf('edit-month'),
  });
  byId('budgets').hidden = true;
}, 'Budgets saved.');
byId('budgets-cancel').addEventListener('click', () => (byId('budgets').hidden = true));
void start();
`;
