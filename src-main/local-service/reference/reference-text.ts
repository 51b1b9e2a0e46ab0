import { toMarkdown } from './markdown.ts';
import { toPage } from './reference-page.ts';
import { buildReference } from './tables.ts';

const TITLE = 'The service’s interface';

const INTRO =
  'Made from the data both the service and its clients check requests with; numbers of sections are those of the interface document.';

/** `docs/api.md`. */
export function referenceMarkdown(): string {
  return toMarkdown(TITLE, `${INTRO} Do not edit: \`npm run docs\` writes it.`, buildReference());
}

/** The page at `/docs`. */
export function referencePage(): string {
  return toPage(TITLE, INTRO, buildReference());
}
