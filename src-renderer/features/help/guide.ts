import hotFolders from '../../../docs/hot-folders.md?raw';
import recipes from '../../../docs/recipes.md?raw';
import userGuide from '../../../docs/user-guide.md?raw';
import type { GuideSection } from './guide-sections.ts';
import { findGuideSection, type GuideText } from './parse-guide.ts';

const PAGES: Readonly<Record<string, string>> = { 'user-guide': userGuide, recipes, 'hot-folders': hotFolders };

/** Returns a section of the guide; null if the page has no such heading. */
export function readGuideSection(section: GuideSection): GuideText | null {
  const [page = '', anchor = ''] = section.split('#');
  return findGuideSection(PAGES[page] ?? '', anchor);
}
