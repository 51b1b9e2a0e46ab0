import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

/** How long a press can still be meant for what was there before. */
const SETTLE_MS = 500;

/** Subjects of the buttons that have one. */
const subjects = new WeakMap<HTMLElement, string>();
const settling = new WeakSet<HTMLElement>();

/**
 * Guards a button that spends credits or takes the place of one that did, or a menu with such items, against presses that
 * were not meant for it: all but the first click of a double click, and Enter or Space held down. `subject`: what the button acts on, with its
 * price. If it is given, the button also ignores presses for half a second after it appeared or its subject changed, and
 * is `aria-disabled` meanwhile, because lists move under the pointer, reuse their buttons and grow.
 */
export function deliberatePress(subject?: string): Attachment<HTMLElement> {
  return (node) => {
    if (subject !== undefined && subjects.get(node) !== subject) settle(node, subject);
    const stops = [
      on(
        node,
        'click',
        (event) => {
          if (event.detail > 1 || settling.has(node)) ignore(event);
        },
        { capture: true },
      ),
      on(
        node,
        'keydown',
        (event) => {
          if (event.repeat && (event.key === 'Enter' || event.key === ' ')) ignore(event);
        },
        { capture: true },
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}

function settle(node: HTMLElement, subject: string): void {
  subjects.set(node, subject);
  settling.add(node);
  node.ariaDisabled = 'true';
  setTimeout(() => {
    // Its subject may have changed again.
    if (subjects.get(node) !== subject) return;
    settling.delete(node);
    node.ariaDisabled = null;
  }, SETTLE_MS);
}

function ignore(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
