import type { Page } from '@playwright/test';

/** Controls among which to look. */
export interface ControlChoice {
  readonly selector: string;
  /** The last element that matches contains them. */
  readonly within: string;
}

/** Controls that lie partly beside the page, or that the edge of their pane cuts. */
export async function findCutControls(
  page: Page,
  among: ControlChoice = { within: 'body', selector: 'header button, main button, main input, footer button' },
): Promise<string[]> {
  return page.evaluate(({ within, selector }) => {
    const isCut = (control: Element): boolean => {
      const { left, right, width } = control.getBoundingClientRect();
      // Texts for screen readers are one pixel wide.
      if (width <= 1) return false;
      const isTool = control.closest('[role=toolbar], [role=group], header') !== null;
      for (let parent = control.parentElement; parent; parent = parent.parentElement) {
        const style = getComputedStyle(parent);
        const edges = parent.getBoundingClientRect();
        // Lists and tables may be scrolled sideways; tools and filters are in view at once.
        if (/auto|scroll/.test(style.overflowX) && parent.scrollWidth > parent.clientWidth && !isTool) return false;
        if (style.overflowX !== 'visible' && (left < edges.left - 1 || right > edges.right + 1)) return true;
      }
      return left < -1 || right > innerWidth + 1;
    };
    const root = [...document.querySelectorAll(within)].at(-1);
    const controls = [...(root?.querySelectorAll(selector) ?? [])];
    return controls.filter((each) => each.checkVisibility() && isCut(each)).map((each) => each.outerHTML.slice(0, 160));
  }, among);
}

/**
 * Controls that neither the page nor a list scrolls into view, that lie below another one, or in a list too low to use. Scrolls
 * the page.
 */
export async function findUnreachableControls(
  page: Page,
  among: ControlChoice = {
    within: 'body',
    selector: 'header button, main :is(button, input, select, [role=row], [role=option]), footer button, nav button',
  },
): Promise<string[]> {
  return page.evaluate(({ within, selector }) => {
    const isClipped = (control: Element): boolean => {
      let box = control;
      for (let parent = control.parentElement; parent; parent = parent.parentElement) {
        const { overflowY } = getComputedStyle(parent);
        // What the body hides, the page does not scroll to.
        const edges = parent === document.documentElement ? null : parent.getBoundingClientRect();
        const { top, bottom } = box.getBoundingClientRect();
        if (edges && /auto|scroll/.test(overflowY) && parent.scrollHeight > parent.clientHeight) {
          if (parent.clientHeight < 40) return true;
          box = parent;
        } else if (edges && overflowY !== 'visible' && (top < edges.top - 1 || bottom > edges.bottom + 1)) return true;
      }
      return getComputedStyle(document.body).overflowY === 'hidden' && box.getBoundingClientRect().bottom > innerHeight;
    };
    /** What covers it, or where it lies outside the page; null: nothing does. */
    const findCover = (control: Element): string | null => {
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!hit) return `nothing at ${left}, ${top}`;
      return control.contains(hit) || hit.contains(control) ? null : hit.outerHTML.slice(0, 160);
    };
    const root = [...document.querySelectorAll(within)].at(-1);
    const controls = [...(root?.querySelectorAll(selector) ?? [])].filter(
      (each) =>
        // Details that are closed stay in the page, hidden.
        each.checkVisibility({ visibilityProperty: true }) &&
        each.getBoundingClientRect().width > 1 &&
        !each.matches('[role=row] button'),
    );
    return controls.flatMap((each) => {
      const why = isClipped(each) ? 'clipped' : findCover(each);
      return why === null ? [] : [`${each.outerHTML.slice(0, 160)}: ${why}`];
    });
  }, among);
}
