import { APP_COMMANDS } from '../../../src-shared/ipc/app-command.ts';
import type { PageState } from '../../../src-shared/ipc/calls/page-calls.ts';

/** What the marks of the menu bar follow. */
export interface MenuState extends PageState {
  /** Whether the whole queue is paused. */
  readonly paused: boolean;
}

/** How an item of the menu bar stands; what is absent stays as it was built. */
export interface MenuItemState {
  readonly checked?: boolean;
  readonly enabled?: boolean;
}

/** As long as no page told anything: the queue, drawn as it is, nothing chosen. */
export const INITIAL_MENU_STATE: MenuState = { view: 'queue', shading: 'lit', chosen: 0, paused: false };

/** Marks of the menu bar by the ids of its items: one view and one way to draw are in use, acts on jobs need chosen ones. */
export function toMenuItemStates({ view, shading, chosen, paused }: MenuState): ReadonlyMap<string, MenuItemState> {
  const marks = new Map<string, MenuItemState>([['queue.pause', { checked: paused }]]);
  for (const command of APP_COMMANDS) {
    const [group, name] = command.split('.');
    if (group === 'viewer') marks.set(command, { checked: name === shading });
    // Marks of dialogs and searches would stay when they are gone.
    if (CHECKED_VIEWS.has(command)) marks.set(command, { checked: name === view });
    if (group === 'job' && command !== 'job.show') marks.set(command, { enabled: chosen > 0 });
  }
  return marks;
}

/** Views the menu bar marks. */
export const CHECKED_VIEWS: ReadonlySet<string> = new Set([
  'view.queue',
  'view.gallery',
  'view.recipes',
  'view.folders',
  'view.account',
]);
