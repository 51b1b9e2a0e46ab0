type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns the name of a pressed key as it is listed: `Ctrl O`, `Shift R`, `E`, `.`, `Del`, `F6`. */
export function keyName(event: Pressed): string {
  const key = event.key === 'Delete' ? 'Del' : event.key === 'Escape' ? 'Esc' : event.key;
  const name = key.length === 1 ? key.toUpperCase() : key;
  // A symbol such as `?` already implies Shift; letters and named keys list it.
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/i.test(key));
  return [event.ctrlKey || event.metaKey ? 'Ctrl' : '', event.altKey ? 'Alt' : '', shift ? 'Shift' : '', name]
    .filter(Boolean)
    .join(' ');
}

/**
 * True for an element that handles its own keys: fields, lists, dividers, and anything inside an open dialog or menu.
 */
export function handlesOwnKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [role=slider], [role=dialog], [role=alertdialog], [role=menu]',
    ) !== null
  );
}

/** True for a character key without modifiers other than Shift, which is easy to trigger accidentally, for example by
 * speech input. */
export function isSingleKey(name: string): boolean {
  return name.replace(/^Shift (?=.)/, '').length === 1;
}

const SIGNS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓' };

/** Formats the name of a key for display: `Alt ArrowUp` → `Alt ↑`; uses the key symbols of macOS on a Mac. */
export function formatKey(name: string, isMac: boolean = /^Mac/.test(globalThis.navigator?.platform ?? '')): string {
  const words = name.split(' ').map((word) => SIGNS[word] ?? word);
  return (isMac ? words.map((word) => ({ Ctrl: '⌘', Alt: '⌥', Shift: '⇧' })[word] ?? word) : words).join(' ');
}

const ARIA_KEYS: Readonly<Record<string, string>> = { Ctrl: 'Control', Del: 'Delete', Esc: 'Escape' };

/** Formats the name of a key for `aria-keyshortcuts`: `Ctrl Shift Z` → `Control+Shift+Z`. */
export function toAriaKey(name: string): string {
  return name
    .split(' ')
    .map((word) => ARIA_KEYS[word] ?? word)
    .join('+');
}
