import hotFolders from '../../../docs/hot-folders.md?raw';
import recipes from '../../../docs/recipes.md?raw';
import userGuide from '../../../docs/user-guide.md?raw';
import chineseGuide from '../../../docs/zh/user-guide.md?raw';
import type { Language } from '../../../src-shared/settings/pick-language.ts';
import type { GuideSection } from './guide-sections.ts';
import { findGuideSection, type GuideText } from './parse-guide.ts';

const PAGES: Readonly<Record<string, string>> = { 'user-guide': userGuide, recipes, 'hot-folders': hotFolders };

/** Returns a section of the guide; null if the page has no such heading. One Chinese page has the sections of all pages. */
export function readGuideSection(section: GuideSection, language: Language): GuideText | null {
  const [page = '', anchor = ''] = section.split('#');
  return findGuideSection(language === 'zh' ? chineseGuide : (PAGES[page] ?? ''), anchor);
}
