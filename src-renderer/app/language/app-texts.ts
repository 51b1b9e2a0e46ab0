import { pluralize } from './pluralize.ts';
import { formatList } from './format.ts';

/** Texts of the page outside the features, grouped by component. */
export const APP_TEXTS = {
  app: {
    name: 'Dropforge',
    views: 'Views',
    overlays: 'Menus and dialogs',
    queue: 'Queue',
    details: 'Details',
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    more: 'More',
    /** A label with its subject. */
    labelled: (what: string, of: string) => `${what}: ${of}`,
    /** Facts in sequence, as read by a screen reader. */
    facts: (facts: readonly string[]) => facts.join(', '),
    /** A fact appended to previous text. */
    fact: (fact: string) => `, ${fact}`,
  },
  service: {
    local: 'This computer',
    cloud: 'Cloud',
    free: 'Free',
    rehearsing: 'Rehearsal',
    credits: 'credits',
    /** Before “credits”, where there is room for it. */
    test: 'test',
    /** Between “test” and “credits”. */
    testGap: ' ',
    testCredits: 'test credits',
    held: 'held',
    balanceUnknown: 'Balance unknown',
    unknown: 'unknown',
    unknownReason: 'Unknown while the page is disconnected from Dropforge.',
    check: 'Check again',
    addKey: 'Add API key…',
    changeKey: 'Change API key…',
    chip: (name: string, state: string) => `Service: ${name}, ${state}`,
  },
  offline: {
    page: (tasks: number, isCloud: boolean) =>
      `Disconnected from Dropforge. Reconnecting… ${continues(tasks, isCloud)}Your jobs are safe.`,
    local: 'The service on this computer is not responding. Jobs resume automatically.',
    cloud: 'Can’t reach the service. Jobs resume automatically and you won’t be charged twice.',
    refused: 'The service rejected the API key. Nothing was charged.',
    noKey: 'The cloud service needs an API key. Nothing was sent.',
  },
  locked: {
    title: 'This page is not connected',
    reason: 'It was opened without a link, or its link was used or has expired.',
    next: 'Run one of these commands in a terminal. It opens the page and prints its link, also while Dropforge is running.',
    clone: 'In the Dropforge folder',
    installed: 'With the command installed',
    home: 'Add --home if Dropforge was started with it.',
    safe: 'Your jobs are safe.',
  },
  codeDialog: {
    title: 'Confirm the change',
    code: 'Code',
    help: 'Dropforge shows the code in the terminal in which it was started.',
    confirm: 'Confirm',
  },
  status: {
    name: 'Status',
    ready: 'Ready',
    empty: 'Queue is empty',
    running: 'running',
    waiting: 'waiting',
    needsYou: 'need attention',
    done: 'done',
    failed: 'failed',
    connected: 'Connected',
    disconnected: 'Reconnecting…',
    lineBroke: 'The connection was lost before the answer arrived.',
    uploadAnswered: (status: number) => `Upload failed (HTTP ${status}).`,
    fileAnswered: (status: number) => `Could not read the file (HTTP ${status}).`,
  },
  notices: { title: 'Messages', show: 'Show', nothingCharged: 'Nothing was charged.' },
  live: {
    many: (jobs: number) => pluralize(jobs, 'job'),
    done: (names: readonly string[]) => `Finished: ${formatList(names)}.`,
    failed: (names: readonly string[]) => `Failed: ${formatList(names)}.`,
    needsYou: (names: readonly string[]) => `Needs attention: ${formatList(names)}.`,
  },
} as const;

/** What happens to running tasks without Dropforge: a cloud service continues, the local one ends and starts with it. */
function continues(tasks: number, isCloud: boolean): string {
  if (tasks === 0) return '';
  if (isCloud) return `${pluralize(tasks, 'task continues', 'tasks continue')} at the service. `;
  return `${pluralize(tasks, 'task continues', 'tasks continue')} with Dropforge. `;
}
