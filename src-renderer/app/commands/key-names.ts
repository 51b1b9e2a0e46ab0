type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The name of a pressed key, as keys are listed: `Ctrl O`, `Shift R`, `E`, `.`, `Del`, `F6`. */
export function keyName(event: Pressed): string {
  const key = event.key === 'Delete' ? 'Del' : event.key === 'Escape' ? 'Esc' : event.key;
  const name = key.length === 1 ? key.toUpperCase() : key;
  // Shift is part of what a mark such as ? is, but not of a letter or a named key.
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/i.test(key));
  return [event.ctrlKey || event.metaKey ? 'Ctrl' : '', event.altKey ? 'Alt' : '', shift ? 'Shift' : '', name]
    .filter(Boolean)
    .join(' ');
}

/** Whether a key belongs to the element it is pressed in: fields, lists, dividers, and anything inside an open dialog or menu. */
export function handlesOwnKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [role=slider], [role=dialog], [role=alertdialog], [role=menu]',
    ) !== null
  );
}

/** Whether a key is a mark by itself or with Shift: what speech input and unsteady hands press by mistake. */
export function isSingleKey(name: string): boolean {
  return name.replace(/^Shift (?=.)/, '').length === 1;
}

const SIGNS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓' };

/** A key as the page writes it, from its name: `Alt ArrowUp` → `Alt ↑`; on a Mac with the signs of its keys. */
export function formatKey(name: string, isMac: boolean = /^Mac/.test(globalThis.navigator?.platform ?? '')): string {
  const words = name.split(' ').map((word) => SIGNS[word] ?? word);
  return (isMac ? words.map((word) => ({ Ctrl: '⌘', Alt: '⌥', Shift: '⇧' })[word] ?? word) : words).join(' ');
}
