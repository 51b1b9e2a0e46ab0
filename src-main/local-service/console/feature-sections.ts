import { OPERATION_NAMES } from '../../../src-shared/api/operations.ts';
import { addLabel, table } from './page-parts.ts';

// Sections of services that have these features; the script shows them.

/** Who spends what. */
export const USAGE_SECTION = `<section data-feature="usage" hidden>
<h2>Usage</h2>
<form id="usage-from">
${addLabel('from', 'From (UTC)', 'type="date" class="short"')}
<button>Show</button>
</form>
<p id="usage-total"></p>
<h3>By project</h3>
${table('usage-project', 'Usage by project', ['Project', 'Tasks', 'Credits'])}
<h3>By key</h3>
${table('usage-key', 'Usage by key', ['Key', 'Tasks', 'Credits'])}
<h3>By day</h3>
${table('usage-day', 'Usage by day', ['Day', 'Tasks', 'Credits'])}
</section>`;

const operations = OPERATION_NAMES.map((name) => `<option value="${name}">${name}</option>`).join('');

/** Keys with rules, and sessions. */
export const ACCESS_SECTIONS = `<section data-feature="studioKeys" hidden>
<h2>API keys</h2>
<p id="new-studio-key" class="once" hidden></p>
${table('studio-keys', 'API keys', ['Name', 'Project', 'Scopes', 'Ends in', 'Today', 'This month', null])}
<form id="budgets" class="panel" hidden>
<h3 id="budgets-title">Budgets</h3>
${addLabel('edit-day', 'Credits a day', 'class="short" inputmode="decimal" placeholder="no limit"')}
${addLabel('edit-month', 'Credits a month', 'class="short" inputmode="decimal" placeholder="no limit"')}
<button>Save</button>
<button id="budgets-cancel" type="button">Cancel</button>
</form>
<form id="make-studio-key" class="panel">
<h3>Create API key</h3>
${addLabel('key-name', 'Name', 'maxlength="100" required')}
${addLabel('key-project', 'Project', 'maxlength="100"')}
${addLabel('key-day', 'Credits a day', 'class="short" inputmode="decimal" placeholder="no limit"')}
${addLabel('key-month', 'Credits a month', 'class="short" inputmode="decimal" placeholder="no limit"')}
<span class="field"><label for="key-operations">Operations (none selected: all)</label><select id="key-operations" multiple size="4">${operations}</select></span>
<fieldset><legend>Scopes besides read</legend>
<label><input id="key-create" type="checkbox" checked> create</label>
<label><input id="key-admin" type="checkbox"> admin</label>
</fieldset>
<button>Create API key</button>
</form>
</section>
<section data-feature="sessions" hidden>
<h2>Sessions</h2>
${table('sessions', 'Sessions', ['Signed in', 'Since', 'Last used', null])}
</section>`;

/** Workers, the queue and failed tasks. */
export const LOAD_SECTIONS = `<section data-feature="workers" hidden>
<h2>Workers</h2>
${table('workers', 'Workers', ['Name', 'Host', 'Load', 'State', 'Version', 'Started'])}
</section>
<section data-feature="queueState" hidden>
<h2>Queue</h2>
${table('queue', 'Queue', ['Category', 'Waiting', 'Running', 'Oldest waiting'])}
</section>
<section data-feature="retries" hidden>
<h2>Failed tasks</h2>
<p>Failed tasks of the last 7 days. Their credits were refunded. A retry is a new task of the same key at the same price.</p>
${table('failures', 'Failed tasks', ['Task', 'Type', 'Key', 'Failed', 'Reason', 'Price', null])}
</section>`;
