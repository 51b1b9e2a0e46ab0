import { isKeyEnabled, shortcutLabel } from './shortcut-label.ts';
import type { Command } from './command.ts';
import { listCommands } from './commands.ts';
import { formatList } from '../language/format.ts';
import { handlesOwnKeys, keyName, formatKey } from './key-names.ts';
import { notices } from '../notices.svelte.ts';
import { navigation, type View } from '../navigation.svelte.ts';
import { TEXTS } from '../language/texts.ts';

/** A group in the list of shortcuts: keys and what they do. */
export interface ShortcutGroup {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}

/** Lists the shortcuts of all commands and those that components handle themselves. */
export function listShortcuts(): readonly ShortcutGroup[] {
  const { shortcuts: keys, commands: C } = TEXTS;
  const commands = listCommands();
  const of = (...groups: readonly Command['group'][]): (readonly [string, string])[] => {
    const listed = commands.filter(({ group }) => groups.includes(group));
    // Several commands may share a key: the selection decides which one runs.
    const byKey = Map.groupBy(listed, shortcutLabel);
    byKey.delete('');
    return [...byKey].map(([key, sharing]) => [key, formatList(sharing.map(({ title }) => title()))]);
  };
  return [
    {
      title: keys.window,
      keys: [...of('help', 'view', 'add'), [formatKey('Ctrl V'), keys.paste], [formatKey('Ctrl Enter'), C.confirmPlan]],
    },
    {
      title: keys.queue,
      keys: [
        ...of('queue', 'job'),
        ['Home End', keys.ends],
        ['Shift ↑ ↓', keys.extend],
        [formatKey('Ctrl A'), keys.all],
      ],
    },
    { title: C.groups.viewer, keys: of('viewer') },
  ];
}

/**
 * Handles a key that no inner element handled. Of several commands on one key, the first available one runs; if none is
 * available, a toast says why. A key held down repeats only commands that say so.
 */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const name = viewKey(event) ?? keyName(event);
  if (!isKeyEnabled(name)) return;
  const isElsewhere = handlesOwnKeys(event.target);
  const commands = listCommands().filter(({ keys, where }) => keys?.includes(name) && isHeard(where, isElsewhere));
  if (commands.length === 0) return;
  event.preventDefault();
  const answers = commands.map((command) => command.available());
  const command = commands[answers.indexOf(true)];
  // A key held down must not act on one job after another.
  if (event.repeat && !command?.repeats) return;
  if (command) command.run();
  else if (typeof answers[0] === 'string') notices.toast(answers[0]);
}

function isHeard(where: Command['where'], isElsewhere: boolean): boolean {
  if (where === 'fields') return true;
  return !isElsewhere && (where === undefined || isIn(where, navigation.view));
}

function isIn(views: readonly View[], view: View): boolean {
  return views.includes(view);
}

/** Returns the number key of a view on any keyboard layout; some layouts need Shift to type a digit. */
function viewKey({ code, key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  const digit = /^Digit([1-5])$/.exec(code)?.[1];
  return digit && shiftKey && !ctrlKey && !metaKey && !altKey && key !== digit ? `Shift ${digit}` : null;
}
