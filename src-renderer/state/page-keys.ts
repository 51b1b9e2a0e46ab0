import { adding } from './adding.svelte.ts';
import { moveChosen, repeatJob, retryJobs, revealJob, togglePause, togglePauseAll } from './job-acts.ts';
import { canRetry } from './job-facts.ts';
import { belongsElsewhere, keyName } from './keys.ts';
import { queue } from './queue.svelte.ts';
import { moveSelection } from './selection.ts';
import { shown } from './shown.svelte.ts';
import { TEXTS } from './texts.ts';
import { viewing } from './viewer.svelte.ts';
import { SHADINGS } from '../viewer/shadings.ts';

const { acts, control, viewer, keys, empty, settings, app } = TEXTS;

/** The keys as the page lists them: what to press, and what it does. */
export const KEY_LIST: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: keys.window,
    keys: [
      ['Ctrl O', empty.choose],
      ['Ctrl V', keys.paste],
      ['Ctrl ,', settings.title],
      ['F6', keys.nextPane],
      ['Shift 1', app.queue],
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
      ['R', `${acts.retry}; ${control.againSame.toLowerCase()}`],
      ['Shift R', control.againNew],
      ['P', keys.pause],
      ['Shift P', keys.pauseAll],
      ['Alt ↑ ↓', keys.reorder],
      ['Alt Shift ↑ ↓', keys.reorderFar],
      ['Del', acts.remove],
    ],
  },
  {
    title: keys.viewer,
    keys: [
      ['1–4', SHADINGS.map((shading) => viewer.shading[shading]).join(', ')],
      ['.', viewer.fit],
      ['G', viewer.grid],
      ['D', viewer.dimensions],
      ['T', viewer.turntable],
    ],
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
  'Shift 4': () => {
    shown.show('folders');
  },
  'Shift P': () => void togglePauseAll(),
};

const OUTSIDE_QUEUE: Readonly<Record<string, () => void>> = {
  Esc: () => {
    shown.show('queue');
  },
};

const IN_QUEUE: Readonly<Record<string, () => void>> = {
  N: () => {
    shown.details = !shown.details;
  },
  Esc: () => {
    shown.details = false;
  },
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
  P: () => void togglePause(queue.chosen()),
  'Alt ArrowUp': () => void moveChosen('up'),
  'Alt ArrowDown': () => void moveChosen('down'),
  'Alt Shift ArrowUp': () => void moveChosen('top'),
  'Alt Shift ArrowDown': () => void moveChosen('bottom'),
  Del: () => {
    queue.remove(queue.chosen());
  },
  '.': () => viewing.viewer?.fit(),
  G: () => {
    viewing.grid = !viewing.grid;
  },
  D: () => {
    viewing.dimensions = !viewing.dimensions;
  },
  T: () => {
    viewing.turntable = !viewing.turntable;
  },
  ArrowDown: () => {
    queue.select(moveSelection(queue.selection, queue.layout.ids, 1, false));
  },
  ArrowUp: () => {
    queue.select(moveSelection(queue.selection, queue.layout.ids, -1, false));
  },
  ...Object.fromEntries(
    SHADINGS.map((shading, index) => [
      String(index + 1),
      () => {
        viewing.shading = shading;
      },
    ]),
  ),
};

/** Acts on a key nobody closer took. */
export function hearKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const name = viewKey(event) ?? keyName(event);
  const here = shown.view === 'queue' ? IN_QUEUE : OUTSIDE_QUEUE;
  const act = ANYWHERE[name] ?? (belongsElsewhere(event.target) ? undefined : (IN_EVERY_VIEW[name] ?? here[name]));
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
