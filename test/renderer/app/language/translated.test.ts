import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { scheduleLabel } from '../../../../src-renderer/features/folders/folder-facts.ts';
import { formatCount, formatList, formatMoment, formatSpan } from '../../../../src-renderer/app/language/format.ts';
import { currentLanguage, setLanguage } from '../../../../src-renderer/app/language/language.ts';
import { pickLanguage } from '../../../../src-shared/settings/pick-language.ts';
import { loadLanguage } from '../../../../src-renderer/app/language/load-language.ts';
import { localizedError } from '../../../../src-renderer/app/language/error-text.ts';
import { rowDetail, rowSubline } from '../../../../src-renderer/features/queue/texts/row-labels.ts';
import { TEXTS } from '../../../../src-renderer/app/language/texts.ts';
import { translated, type Translated } from '../../../../src-renderer/app/language/translated.ts';
import {
  chargeSentence,
  rowAccessibleName,
  STATE_LABELS,
  jobStateLabel,
} from '../../../../src-renderer/app/language/labels.ts';
import { buildJob, buildStep } from '../../build-job.ts';

afterEach(() => {
  setLanguage('en');
});

beforeAll(() => loadLanguage('zh'));

describe('a table in two languages', () => {
  const en = { one: 'One', many: (count: number) => `${count} things`, inner: { list: ['a', 'b'] } } as const;

  it('answers each reading in the language of that moment, through parts and functions that were kept', () => {
    const zh = { one: '一', many: (count: number) => `${count} 个`, inner: { list: ['甲', '乙'] } } as const;
    const loaded: { zh?: Translated<typeof en> } = {};
    const table = translated({ en, zh: () => loaded.zh });
    const { inner } = table;
    expect([table.one, table.many(2), ...inner.list]).toEqual(['One', '2 things', 'a', 'b']);
    setLanguage('zh');
    // English until the other language is loaded.
    expect([table.one, table.many(2), ...inner.list]).toEqual(['One', '2 things', 'a', 'b']);
    loaded.zh = zh;
    expect([table.one, table.many(2), ...inner.list]).toEqual(['一', '2 个', '甲', '乙']);
    expect(Object.keys(table)).toEqual(['one', 'many', 'inner']);
  });

  it('does not compile with a message missing, left over, or taking something else', () => {
    // @ts-expect-error: `many` is missing.
    const missing: Translated<typeof en> = { one: '一', inner: { list: ['甲', '乙'] } };
    // @ts-expect-error: `inner.two` is left over.
    const more: Translated<typeof en> = { one: '一', many: () => '个', inner: { list: ['甲', '乙'], two: '二' } };
    // @ts-expect-error: `list` is one short.
    const short: Translated<typeof en> = { one: '一', many: () => '个', inner: { list: ['甲'] } };
    // @ts-expect-error: `many` is given a number.
    const other: Translated<typeof en> = { one: '一', many: (n: string) => n, inner: { list: ['甲', '乙'] } };
    expect([missing, more, short, other]).toHaveLength(4);
  });
});

describe('the language', () => {
  it('is the one that is wished for, else that of the system, Chinese of any kind as Simplified', () => {
    expect(
      ['zh', 'zh-CN', 'zh-Hant-TW', 'ZH-hk', 'en-GB', 'de', 'zhx'].map((tag) => pickLanguage('system', tag)),
    ).toEqual(['zh', 'zh', 'zh', 'zh', 'en', 'en', 'en']);
    expect([pickLanguage('en', 'zh-CN'), pickLanguage('zh', 'en')]).toEqual(['en', 'zh']);
    expect(currentLanguage()).toBe('en');
  });

  it('is that of numbers, times and lists', () => {
    const at = new Date(2026, 10, 21, 14, 32).getTime();
    expect([formatCount(15_452), formatMoment(at), formatSpan(192_000), formatList(['GLB', 'FBX'])]).toEqual([
      '15,452',
      '21 Nov 14:32',
      '3 min 12 s',
      'GLB, FBX',
    ]);
    setLanguage('zh');
    expect([formatCount(15_452), formatMoment(at), formatSpan(192_000), formatList(['GLB', 'FBX'])]).toEqual([
      '15,452',
      '11月21日 14:32',
      '3 分 12 秒',
      'GLB、FBX',
    ]);
  });

  it('is that of rows, money, failures and hours', () => {
    setLanguage('zh');
    const maybe = { kind: 'maybe_paid', amount: '110.00', back: '0.00' } as const;
    expect(STATE_LABELS.queued).toBe('排队中');
    expect(rowAccessibleName(buildJob({ status: 'unknown', money: maybe, priority: 'high' }))).toBe(
      'lantern.png，服务未确认，110.00 扣费待确认，高优先级',
    );
    const steps = [buildStep({ operation: 'convert_model', format: 'usdz', status: 'running' })];
    expect(jobStateLabel(buildJob({ status: 'running', steps }))).toBe('正在转换为 USDZ');
    expect(rowSubline(buildJob({ status: 'running', step: 1 }), '草稿')).toBe('草稿 · 第 2 步，共 2 步');
    expect(chargeSentence({ kind: 'back', amount: '110.00', back: '5.00' })).toBe(
      '已退还 5.00。已扣费 110.00，未退还。',
    );
    const error = {
      code: 'offline',
      subject: null,
      detail: 'It timed out.',
      retryable: true,
      requestId: null,
    } as const;
    expect(rowDetail(buildJob({ status: 'failed', error }))).toBe('服务离线');
    expect(localizedError(error)).toEqual({
      happened: '无法连接服务。原文：“It timed out.”',
      next: '检查网络。Dropforge 会自动重试。',
    });
    const hours = { from: '22:30', until: '06:00' };
    expect(scheduleLabel({ days: [5, 1, 2, 4, 3], ...hours })).toBe('周一至周五 22:30 到 06:00');
    expect(scheduleLabel({ days: [0, 6, 3], ...hours })).toBe('周三、周六、周日 22:30 到 06:00');
    expect(TEXTS.recipes.takes(['picture', 'views'])).toBe('只接受图像、多视图。');
  });
});

describe('messages of main', () => {
  it('are English until their language is loaded, and Chinese then', async () => {
    vi.resetModules();
    const texts = await import('../../../../src-renderer/app/language/message-text.ts');
    const fresh = await import('../../../../src-renderer/app/language/language.ts');
    const gone = { id: 'jobs.not-in-queue', params: {} };
    fresh.setLanguage('zh');
    expect(texts.messageText(gone)).toBe('The job is not in the queue.');
    const { loadLanguage: load } = await import('../../../../src-renderer/app/language/load-language.ts');
    await load('zh');
    expect(texts.messageText(gone)).toMatch(/\p{Script=Han}/u);
    fresh.setLanguage('en');
  });
});
