import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkOperation } from '../../../../../src-shared/operations/check-operation.ts';
import type { AnyValues } from '../../../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../../../src-shared/api/operations.ts';
import { toOperationForm } from '../../../../../src-shared/operations/operation-forms.ts';
import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { issueText, noteText } from '../../../../../src-renderer/features/operations/texts/issue-labels.ts';
import { setLanguage } from '../../../../../src-renderer/app/language/language.ts';
import { loadLanguage } from '../../../../../src-renderer/app/language/load-language.ts';

const taskId = '00000000-0000-4000-8000-000000000000';
const context = { deployment: 'international', entitlements: null, now: Date.UTC(2026, 10, 21) } as const;

beforeAll(() => loadLanguage('zh'));

afterEach(() => {
  setLanguage('en');
});

/** What the page says of a request, in English and in Chinese. */
function wordsOf(operation: OperationName, params: AnyValues): { en: string[]; zh: string[] } {
  const form = toOperationForm(operation);
  const issues = checkOperation({ operation, params, taskId }, context);
  setLanguage('en');
  const en = issues.map((issue) => issueText(form, issue));
  setLanguage('zh');
  return { en, zh: issues.map((issue) => issueText(form, issue)) };
}

describe('what is wrong', () => {
  it('is said with the titles of the form, not with names of the wire', () => {
    expect(wordsOf('decimate_mesh', { face_limit: 12, smart_uv: true })).toEqual({
      en: [
        'Face limit must be 500 to 20,000 triangles; 12 was given.',
        'Smart UV works with model v3.0 only. Choose v3.0, or omit it.',
      ],
      zh: ['面数必须是 500 到 20,000 个三角面；你填的是 12。', '智能 UV 只用于 v3.0。选择 v3.0，或关闭它。'],
    });
  });

  it('names versions as options do', () => {
    expect(wordsOf('texture_model', { texture_quality: 'fast' })).toEqual({
      en: ['Texture version v3.5 is required.'],
      zh: ['需要贴图版本 v3.5。'],
    });
  });

  it('is said in words of our own where a schema only expected something', () => {
    expect(wordsOf('decimate_mesh', { face_limit: 'many' }).en).toEqual(['Enter a whole number.']);
    expect(wordsOf('unwrap_uv', { priority: 7, parameters: '{' }).en).toEqual([
      'At most 3.',
      'Not valid JSON for this field.',
    ]);
    expect(wordsOf('convert_model', {}).zh).toEqual(['必填。输入或选择一个值。']);
    expect(wordsOf('convert_model', { format: 'DOC' }).en).toEqual(['Choose one of the options.']);
    expect(wordsOf('retarget_animation', { animations: ['a', 'b', 'c', 'd', 'e', 'f'] }).en).toEqual([
      'No more than 5.',
    ]);
  });
});

describe('a note about a result', () => {
  it('names fields as the form does', () => {
    setLanguage('en');
    const form = toOperationForm('texture_model');
    const note = engineMessage('field.texture-seed');
    expect(noteText(form, note)).toBe('Texture seed has no effect here: the method is not random.');
    expect(noteText(null, note)).toBe('texture_seed has no effect here: the method is not random.');
  });
});
