import type { FirstProjectStep } from './first-project.svelte.ts';

/** Controls that a step points at; the first visible one counts. */
const TARGETS: Readonly<Record<FirstProjectStep, readonly string[]>> = {
  source: ['[data-guide=source]'],
  generate: ['[data-guide=generate]', '[role=row]'],
  look: ['canvas[data-job]'],
  operation: ['[data-guide=run]', '[data-guide=operation]', '[data-guide=details]'],
  output: ['[data-guide=output]', '[data-guide=details]'],
};

/** Marks the control that a step points at; see `base.css`. */
const MARK = 'data-guided';

/** Returns the control that a step points at; null if it is not on the page now. */
export function findTarget(step: FirstProjectStep): HTMLElement | null {
  const found = TARGETS[step].flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]);
  return found.find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
}

/** Keeps the control of a step marked while views and panes change. Returns a function that stops. */
export function followTarget(step: FirstProjectStep): () => void {
  let marked: HTMLElement | null = null;
  let frame = 0;
  const mark = (): void => {
    frame = 0;
    const target = findTarget(step);
    if (target === marked) return;
    marked?.removeAttribute(MARK);
    target?.setAttribute(MARK, '');
    marked = target;
  };
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(mark);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
  mark();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    marked?.removeAttribute(MARK);
  };
}
