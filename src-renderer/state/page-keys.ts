import { adding } from './adding.svelte.ts';
import { isMade } from './gallery-facts.ts';
import { toggleFavourite } from './gallery.svelte.ts';
import { moveChosen, repeatJob, retryJobs, revealJob, togglePause, togglePauseAll } from './job-acts.ts';
import { canRetry } from './job-facts.ts';
import { belongsElsewhere, keyName } from './keys.ts';
import { queue } from './queue.svelte.ts';
import { moveSelection } from './selection.ts';
import { shown, type View } from './shown.svelte.ts';
import { TEXTS } from './texts.ts';
import { listViewerKeys, VIEWER_KEYS } from './viewer-keys.ts';

const { acts, control, keys, empty, settings, app } = TEXTS;

/** Some keys as the page lists them: what to press, and what it does. */
export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}

/** The keys as the page lists them. */
export const listKeys = (): readonly KeyGroup[] => [
  {
    title: keys.window,
    keys: [
      ['Ctrl O', empty.choose],
      ['Ctrl V', keys.paste],
      ['Ctrl ,', settings.title],
      ['F6', keys.nextPane],
      ['Shift 1', app.queue],
      ['Shift 2', TEXTS.gallery.view],
      ['Shift 4', TEXTS.folders.view],
      ['N', app.details],
      ['?', keys.title],
      ['Esc', keys.back],
    ],
  },
  {
    title: keys.queue,
    keys: [
      ['↑ ↓', keys.move],
      ['Home End', keys.ends],
      ['Shift ↑ ↓', keys.extend],
      ['Ctrl A', keys.all],
      ['E', acts.exportAs],
      ['O', acts.reveal],
      ['R', keys.again],
      ['Shift R', control.againNew],
      ['P', keys.pause],
      ['Shift P', keys.pauseAll],
      ['Alt ↑ ↓', keys.reorder],
      ['Alt Shift ↑ ↓', keys.reorderFar],
      ['F', TEXTS.gallery.favourite],
      ['Del', acts.remove],
    ],
  },
  {
    title: keys.viewer,
    keys: listViewerKeys(),
  },
];

const ANYWHERE: Readonly<Record<string, () => void>> = {
  'Ctrl O': () => {
    adding.choose();
  },
  'Ctrl ,': () => {
    shown.open('settings');
  },
  F6: () => {
    focusPane(1);
  },
  'Shift F6': () => {
    focusPane(-1);
  },
};

/** What acts in every view, outside fields. */
const IN_EVERY_VIEW: Readonly<Record<string, () => void>> = {
  '?': () => {
    shown.open('keys');
  },
  'Shift 1': () => {
    shown.show('queue');
  },
  'Shift 2': () => {
    shown.show('gallery');
  },
  'Shift 4': () => {
    shown.show('folders');
  },
  'Shift P': () => void togglePauseAll(),
};

/** What acts on the chosen jobs, wherever they are chosen. */
const ON_CHOSEN: Readonly<Record<string, () => void>> = {
  E: () => {
    shown.exportOpen = true;
  },
  O: () => {
    const job = queue.lead?.job;
    if (job) void revealJob(job);
  },
  R: () => {
    const jobs = queue.chosen();
    if (jobs.some(canRetry)) void retryJobs(jobs);
    else repeatLead('same');
  },
  'Shift R': () => {
    repeatLead('new');
  },
  F: () => void toggleFavourite(queue.chosen().filter(isMade)),
  Del: () => {
    queue.remove(queue.chosen());
  },
  ...VIEWER_KEYS,
};

const IN_QUEUE: Readonly<Record<string, () => void>> = {
  ...ON_CHOSEN,
  N: () => {
    shown.details = !shown.details;
  },
  Esc: () => {
    shown.details = false;
  },
  P: () => void togglePause(queue.chosen()),
  'Alt ArrowUp': () => void moveChosen('up'),
  'Alt ArrowDown': () => void moveChosen('down'),
  'Alt Shift ArrowUp': () => void moveChosen('top'),
  'Alt Shift ArrowDown': () => void moveChosen('bottom'),
  ArrowDown: () => {
    queue.select(moveSelection(queue.selection, queue.layout.ids, 1, false));
  },
  ArrowUp: () => {
    queue.select(moveSelection(queue.selection, queue.layout.ids, -1, false));
  },
};

const TO_QUEUE = {
  Esc: () => {
    shown.show('queue');
  },
};

/** What acts in one view, outside fields. */
const IN_VIEW: Readonly<Record<View, Readonly<Record<string, () => void>>>> = {
  queue: IN_QUEUE,
  gallery: {
    ...ON_CHOSEN,
    ...TO_QUEUE,
    '/': () => document.getElementById('gallery-search')?.focus(),
  },
  folders: TO_QUEUE,
};

/** Acts on a key nobody closer took. */
export function hearKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const name = viewKey(event) ?? keyName(event);
  const inView = IN_EVERY_VIEW[name] ?? IN_VIEW[shown.view][name];
  const act = ANYWHERE[name] ?? (belongsElsewhere(event.target) ? undefined : inView);
  if (!act) return;
  event.preventDefault();
  act();
}

/** The number of a view, wherever a keyboard has its marks; on some, Shift is what types a number. */
function viewKey({ code, key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  const digit = /^Digit([1-5])$/.exec(code)?.[1];
  return digit && shiftKey && !ctrlKey && !metaKey && !altKey && key !== digit ? `Shift ${digit}` : null;
}

/** Makes the job that is shown once more. */
function repeatLead(seeds: 'same' | 'new'): void {
  const job = queue.lead?.job;
  if (job) void repeatJob(job, seeds);
}

/** Moves the focus to the next pane, or the one before. */
function focusPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.offsetParent !== null);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[(at + by + panes.length) % panes.length];
  // The queue's own focus is its lead row.
  (pane?.querySelector<HTMLElement>('[role="row"][tabindex="0"]') ?? pane)?.focus();
}
