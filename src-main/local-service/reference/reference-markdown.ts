import { toMarkdown } from './to-markdown.ts';
import { buildReference } from './build-reference.ts';

/** Title of the reference, for the page and the Markdown file. */
export const REFERENCE_TITLE = 'Service API';

const INTRO =
  'Generated from the definitions that the service and its clients use to validate requests. Section numbers refer to the API specification. Do not edit: `npm run docs` writes this file.';

/** `docs/api.md`. */
export function referenceMarkdown(): string {
  return toMarkdown(REFERENCE_TITLE, INTRO, buildReference());
}
