import { toMarkdown } from './to-markdown.ts';
import { buildReference } from './build-reference.ts';

/** What the reference is called, as a page and as a text. */
export const REFERENCE_TITLE = 'The service’s interface';

const INTRO =
  'Made from the data both the service and its clients check requests with; numbers of sections are those of the interface document. Do not edit: `npm run docs` writes it.';

/** `docs/api.md`. */
export function referenceMarkdown(): string {
  return toMarkdown(REFERENCE_TITLE, INTRO, buildReference());
}
