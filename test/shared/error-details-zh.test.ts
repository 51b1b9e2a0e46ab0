import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../src-shared/error-messages.ts';
import { ERROR_MESSAGES_ZH } from '../../src-shared/error-messages-zh.ts';
import { DETAILS_ZH, findChinese, SUBJECTS_ZH } from '../../src-shared/error-details-zh.ts';
import { ERROR_CODES, type ErrorInfo } from '../../src-shared/errors.ts';
import { describeBroken } from '../../src-main/queue/money/caps.ts';
import { parseCredits } from '../../src-shared/api/credits.ts';

const root = resolve(import.meta.dirname, '../..');
const own = globSync('src-{main,shared,renderer}/**/*.ts', { cwd: root })
  .filter((file) => !/-zh\.ts$|[\\/](geometry|zh)[\\/]/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
  // Sentences that are put together of two lines.
  .replaceAll(/['`] \+\s*['`]/g, '');

describe('details in Chinese', () => {
  it('are of sentences that are still said', () => {
    // The sentence on a cap is put together of more parts than a search can follow; it has a test of its own.
    const sought = [...DETAILS_ZH, ...SUBJECTS_ZH].filter(([english]) => !english.startsWith('The limit of'));
    // What varies parts a sentence in the sources, too, and some are put together clause by clause.
    const gone = sought.filter(([english]) => english.split(/\{\d\}|[,;] /).some((part) => !own.includes(part)));
    expect(gone).toEqual([]);
  });

  it('hold what varies, in marks of full width, with a space around it', () => {
    for (const [english, chinese] of [...DETAILS_ZH, ...SUBJECTS_ZH]) {
      expect([...(chinese.match(/\{\d\}/g) ?? [])].sort()).toEqual(english.match(/\{\d\}/g) ?? []);
      expect(chinese).not.toMatch(/\p{Script=Han}[A-Za-z0-9{]|[A-Za-z0-9}]\p{Script=Han}|\p{Script=Han}[,.;:!?()]/u);
      expect(chinese.endsWith('。')).toBe(english.endsWith('.'));
    }
  });

  it('say a cap with its numbers', () => {
    const [limit, spent, cost] = ['150.00', '120.00', '110.00'].map((amount) => parseCredits(amount)!);
    const cap = { subject: 'film', limit: limit!, spent: spent! };
    expect(findChinese(describeBroken({ ...cap, kind: 'day' }, cost!), DETAILS_ZH)).toBe(
      '每日上限 150.00 积分已到：今天已扣和冻结 120.00，这一步要 110.00。没有下单。',
    );
    expect(findChinese(describeBroken({ ...cap, kind: 'recipe' }, cost!), DETAILS_ZH)).toContain(
      '流程“film”的每日上限',
    );
    expect(findChinese(describeBroken({ ...cap, kind: 'folder' }, cost!), DETAILS_ZH)).toContain('文件夹“film”');
    expect(findChinese(describeBroken({ ...cap, kind: 'day' }, null), DETAILS_ZH)).toContain('价格未知');
  });
});

describe('failures in Chinese', () => {
  const info: ErrorInfo = { code: 'offline', subject: null, detail: '', retryable: false, requestId: null };

  it.each(ERROR_CODES)('%s says what happened and what to do, in whole sentences', (code) => {
    for (const detail of ['', 'Face limit must be 10000 or less.', 'It is no file.']) {
      const { happened, next } = describeError({ ...info, code, detail }, undefined, ERROR_MESSAGES_ZH);
      for (const words of [happened, next]) expect(words).toMatch(/^[^！]*。$/);
      expect(happened).not.toContain('It is no file');
    }
  });

  it('quote what nobody translated', () => {
    const { happened } = describeError(
      { ...info, code: 'bad_request', detail: 'Face limit must be 10000 or less.' },
      undefined,
      ERROR_MESSAGES_ZH,
    );
    expect(happened).toBe('服务不接受这份订单。原文：“Face limit must be 10000 or less”。');
  });
});
