import { listCommands } from './commands.ts';
import { toAriaKey } from './key-names.ts';
import { isKeyEnabled, shortcutLabel } from './shortcut-label.ts';

/** Attributes of a button that runs a command. */
interface ShortcutHint {
  readonly title: string;
  readonly 'aria-keyshortcuts'?: string;
}

/** Returns a button's tooltip, its label and the key of the command it runs, and the key for screen readers. */
export function shortcutHint(id: string, label: string): ShortcutHint {
  const command = listCommands().find((each) => each.id === id);
  const key = command?.keys?.find(isKeyEnabled);
  if (!command || key === undefined) return { title: label };
  return { title: `${label}  ${shortcutLabel(command)}`, 'aria-keyshortcuts': toAriaKey(key) };
}

/** Returns the key of a command for display in a menu or button; empty if it has no enabled key. */
export function commandKey(id: string): string {
  return shortcutLabel(listCommands().find((each) => each.id === id) ?? {});
}
