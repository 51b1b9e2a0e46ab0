/** Splits a query into words; a setting must contain all of them, ignoring case. */
function splitQuery(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * Hides the settings (`data-setting`) that do not contain every word, and the sections (`data-part`) without visible
 * settings. A section whose title matches shows all of its settings. `data-words` of an element counts as its text.
 * Returns the number of visible settings.
 */
export function filterSettings(page: HTMLElement, query: string): number {
  const words = splitQuery(query);
  let left = 0;
  for (const part of page.querySelectorAll<HTMLElement>('[data-part]')) {
    const isNamed = containsAll(part.querySelector('h2')?.textContent + (part.dataset['words'] ?? ''), words);
    const settings = [...part.querySelectorAll<HTMLElement>('[data-setting]')];
    for (const setting of settings) {
      setting.hidden = !isNamed && !containsAll(`${setting.textContent} ${setting.dataset['words'] ?? ''}`, words);
    }
    const shown = settings.filter(({ hidden }) => !hidden).length;
    part.hidden = shown === 0;
    left += shown;
  }
  return left;
}

const MARK = 'found';

/** Highlights every match of the query without changing the DOM; does nothing if the browser does not support it. */
export function markMatches(page: HTMLElement, query: string): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(MARK);
  const words = splitQuery(query);
  if (words.length === 0) return;
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set(MARK, new Highlight(...ranges));
}

function containsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
