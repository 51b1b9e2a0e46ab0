import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readGuideSection } from '../../../../src-renderer/features/help/guide.ts';
import {
  DIALOG_SECTIONS,
  PART_SECTIONS,
  SHEET_SECTION,
  VIEW_SECTIONS,
} from '../../../../src-renderer/features/help/guide-sections.ts';
import { findGuideSection } from '../../../../src-renderer/features/help/parse-guide.ts';
import { setLanguage } from '../../../../src-renderer/app/language/language.ts';
import { loadLanguage } from '../../../../src-renderer/app/language/load-language.ts';
import { fieldHelp, fieldTitle } from '../../../../src-renderer/features/operations/texts/field-labels.ts';
import { toOperationForms } from '../../../../src-shared/operations/operation-forms.ts';

beforeAll(() => loadLanguage('zh'));

const sections = [
  ...Object.values(VIEW_SECTIONS),
  ...Object.values(PART_SECTIONS),
  ...Object.values(DIALOG_SECTIONS).filter((section) => section !== undefined),
  SHEET_SECTION,
];

describe('the explanation of a field', () => {
  const cases = [...new Set(sections)].flatMap((section) => [[section, 'en'] as const, [section, 'zh'] as const]);
  it.each(cases)('finds %s in the guide in %s', (section, language) => {
    const guide = readGuideSection(section, language);
    expect(guide?.title).toMatch(language === 'zh' ? /^\p{Script=Han}/u : /^\w/);
    expect(guide?.blocks.length).toBeGreaterThan(0);
    const shown = JSON.stringify(guide);
    expect(shown).not.toMatch(/\]\(|!\[|\*\*|^#|<a id/);
  });

  it('has no section in Chinese that no field opens', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/zh/user-guide.md'), 'utf8');
    const ids = [...page.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id]) => id);
    expect(ids.sort()).toEqual([...new Set(sections.map((section) => section.split('#')[1]))].sort());
  });

  it.each(['en', 'zh'] as const)('has a title and a text for every field of every operation, in %s', (language) => {
    setLanguage(language);
    const silent = toOperationForms().flatMap((form) =>
      form.fields
        .filter((field) => fieldTitle(form, field) === '' || fieldHelp(form, field) === '')
        .map(({ name }) => `${form.name}.${name}`),
    );
    setLanguage('en');
    expect(silent).toEqual([]);
  });
});

describe('findGuideSection', () => {
  const page = [
    '# Page',
    'Before.',
    '## One, two',
    'A **bold** word, `code` and a [link](x.md)',
    'on two lines.',
    '',
    '![image](x.png)',
    '',
    '- first',
    '  of two lines',
    '- second',
    '',
    '| a | b |',
    '| - | - |',
    '| 1 | 2 |',
    '',
    '```bash',
    'run',
    '',
    'again',
    '```',
    '',
    '### Below',
    'Deep.',
    '## Next',
    'Other.',
  ].join('\n');
  const text = (words: string) => [{ kind: 'text', text: words }];

  it('reads the blocks below a heading, subsections included', () => {
    expect(findGuideSection(page, 'one-two')).toEqual({
      title: 'One, two',
      blocks: [
        {
          kind: 'paragraph',
          line: [
            { kind: 'text', text: 'A ' },
            { kind: 'strong', text: 'bold' },
            { kind: 'text', text: ' word, ' },
            { kind: 'code', text: 'code' },
            { kind: 'text', text: ' and a link on two lines.' },
          ],
        },
        { kind: 'list', ordered: false, items: [text('first of two lines'), text('second')] },
        { kind: 'table', head: [text('a'), text('b')], rows: [[text('1'), text('2')]] },
        { kind: 'code', text: 'run\n\nagain' },
        { kind: 'heading', line: text('Below') },
        { kind: 'paragraph', line: text('Deep.') },
      ],
    });
    expect(findGuideSection(page, 'missing')).toBeNull();
  });
});
