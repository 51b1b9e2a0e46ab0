import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { assertTotalConfirmed } from '../../../src-main/queue/spending/assert-total-confirmed.ts';
import { describeExceededCap } from '../../../src-main/queue/spending/caps.ts';
import { canFormatMessage, formatMessage } from '../../../src-shared/api/messages/format-message.ts';
import { createMessageFactory, type MessageValue } from '../../../src-shared/api/messages/message.ts';
import { messageSchema } from '../../../src-shared/api/messages/message-schema.ts';
import type { CompleteTranslation } from '../../../src-shared/api/messages/complete-translation.ts';
import type { TemplateParams } from '../../../src-shared/api/messages/template-params.ts';
import { formatCredits, parseCredits, toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { toErrorInfo } from '../../../src-shared/base/errors.ts';
import {
  describeAbandonedClaim,
  describeFailure,
  describeMismatch,
} from '../../../src-shared/delivery/describe-delivery.ts';
import { CHINESE } from '../../../src-shared/messages/chinese.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import { ENGLISH, toEnglish } from '../../../src-shared/messages/english.ts';
import { joinMessages, message, uniqueMessages, type MessageOrText } from '../../../src-shared/messages/message.ts';
import { listSaid } from './list-said.ts';

const toChinese = (each: MessageOrText): string => formatMessage(CHINESE, each);
const PAIRS = Object.entries(ENGLISH.templates).map(
  ([id, english]) => [id, english, CHINESE.templates[id] ?? ''] as const,
);

describe('a catalogue', () => {
  it.each(PAIRS)('%s is a template in both languages', (_, english, chinese) => {
    for (const template of [english, chinese]) expect(() => new IntlMessageFormat(template, 'en')).not.toThrow();
  });

  it('uses marks of full width and spaces around foreign words in Chinese', () => {
    const wrong = PAIRS.filter(([, , chinese]) => {
      // Only the text: what a parameter brings has its own marks.
      const shown = chinese.replaceAll(/\{\w+, (?:plural|select),|=\d+|\bother\b|\byes\b|\bunknown\b|[{}]/g, '');
      return /\p{Script=Han}[,;:!?()]|您|请(?!求)/u.test(shown);
    });
    expect(wrong).toEqual([]);
  });

  it('ends a sentence in Chinese where it does in English', () => {
    const ended = PAIRS.filter(([, english]) => /\w\.$/.test(english));
    expect(ended.filter(([, , chinese]) => !/[。}]$/.test(chinese))).toEqual([]);
  });
});

describe('an amount in a message', () => {
  it('is grouped and has two decimals in both languages, with every digit', () => {
    const amount = message('confirmation.credits', { amount: '1234567890123.4' });
    expect(toEnglish(amount)).toBe('1,234,567,890,123.40 credits');
    expect(toChinese(amount)).toBe('1,234,567,890,123.40 积分');
  });

  it('reads as it does beside a sentence', () => {
    for (const credits of [0, 5, 99_999, 100_000, -123_456, 123_456_789_012_345].map(toCredits)) {
      const amount = formatCredits(credits);
      expect(toEnglish(message('confirmation.credits', { amount }))).toBe(`${groupThousands(amount)} credits`);
    }
  });

  it('is formatted as an amount wherever credits are named', () => {
    const named = /\{\w+\} (?:credits?\b|积分)/;
    expect(PAIRS.filter(([, english, chinese]) => named.test(english) || named.test(chinese))).toEqual([]);
  });

  it('is a decimal string', () => {
    expectTypeOf<TemplateParams<'{total, number, credits} for {count, number}'>>().toEqualTypeOf<{
      readonly total: string;
      readonly count: number;
    }>();
  });
});

describe('a message', () => {
  it('takes the parameters of its template, by name and kind', () => {
    expectTypeOf<TemplateParams<'{count, plural, one {# file} other {{count} of {name}}}'>>().toEqualTypeOf<{
      readonly count: number & MessageValue;
      readonly name: MessageValue;
    }>();
    expectTypeOf<keyof TemplateParams<'{kind, select, a {x} other {y {z}}}, {n, number}'>>().toEqualTypeOf<
      'kind' | 'z' | 'n'
    >();
    // @ts-expect-error there is no such message
    expect(message('task.idd', { id: '1' })).toBeTruthy();
    // @ts-expect-error the parameter has another name
    expect(message('task.id', { name: '1' })).toBeTruthy();
    // @ts-expect-error a parameter is missing
    expect(message('task.id')).toBeTruthy();
  });

  it('has a complete translation or does not compile', () => {
    type Faults<T> = T extends { readonly untranslated: infer Ids } ? Ids : never;
    type English = { readonly a: '{x} and {y}'; readonly b: '{n, plural, one {#} other {#}}' };
    expectTypeOf<
      Faults<CompleteTranslation<English, { readonly a: '{y}、{x}'; readonly b: '{n}' }>>
    >().toEqualTypeOf<never>();
    expectTypeOf<Faults<CompleteTranslation<English, { readonly a: '{y}' }>>>().toEqualTypeOf<'a' | 'b'>();
  });

  it('holds other messages and lists, each in the language that is asked for', () => {
    const steps = [message('operation.rig_model'), 'x'];
    const nested = message('rig-check.refused', { charged: 'yes', steps });
    expect(toEnglish(nested)).toContain('charges: Rig and x.');
    expect(toChinese(nested)).toContain('骨骼绑定和x');
    expect(toChinese(joinMessages([message('home.damaged'), message('file.moved')]))).toBe(
      '文件已损坏。文件被移动或移除了。',
    );
  });

  it('is shown by its id where the catalogue does not know it, and plain text as it is', () => {
    expect(toEnglish({ id: 'task.of-a-newer-version', params: {} })).toBe('task.of-a-newer-version');
    expect(toEnglish({ id: 'constructor', params: {} })).toBe('constructor');
    expect(toEnglish({ id: 'task.id', params: {} })).toBe('task.id');
    expect(canFormatMessage(ENGLISH, { id: 'task.id', params: {} })).toBe(false);
    expect(toChinese('Found at the service: task 1.')).toBe('Found at the service: task 1.');
  });

  it('is bounded in every direction', () => {
    const free = createMessageFactory<{ readonly a: '{x}' }>();
    expect(messageSchema.safeParse(free('a', { x: free('a', { x: 1 }) })).success).toBe(true);
    let deep = free('a', { x: '1' });
    for (let depth = 0; depth < 50; depth++) deep = free('a', { x: deep });
    const many = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`x${index}`, 1]));
    for (const wrong of [
      deep,
      { id: 'a' },
      { id: 'a', params: many },
      { id: 'x'.repeat(200), params: {} },
      free('a', { x: 'x'.repeat(5_000) }),
      free('a', { x: Array.from({ length: 999 }, () => 'x') }),
    ]) {
      expect(messageSchema.safeParse(wrong).success).toBe(false);
    }
  });

  it('is the same as one with the same parameters', () => {
    const one = message('link.timeout', { seconds: 5 });
    expect(uniqueMessages([one, { ...one }, 'text', 'text', message('link.timeout', { seconds: 6 })])).toHaveLength(3);
  });
});

describe('messages with choices', () => {
  it('name the daily limit, what was spent and the price', () => {
    const [limit, spent, cost] = ['150.00', '120.00', '110.00'].map((amount) => parseCredits(amount)!);
    for (const kind of ['day', 'recipe', 'folder'] as const) {
      for (const amount of [cost!, null]) {
        const cap = describeExceededCap({ kind, subject: 'film', limit: limit!, spent: spent! }, amount);
        for (const text of [toEnglish(cap), toChinese(cap)]) {
          expect(text).toContain('150.00');
          expect(text.includes('film')).toBe(kind !== 'day');
          expect(text.includes('110.00')).toBe(amount !== null);
        }
      }
    }
  });

  it('name the total of a plan', () => {
    const agreed = parseCredits('5.00');
    const texts = [0, 1, 2].flatMap((unknown) =>
      [null, agreed].map((total) => {
        const plan = { needsYes: true, total: '500.00', unknown } as Parameters<typeof assertTotalConfirmed>[0];
        try {
          assertTotalConfirmed(plan, total);
          return '';
        } catch (error) {
          return toEnglish(toErrorInfo(error).detail);
        }
      }),
    );
    expect(texts).toEqual([
      'This costs 500.00 credits.',
      'This costs 500.00 credits; you approved 5.00.',
      'This costs 500.00 credits, plus one step of unknown price.',
      'This costs 500.00 credits, plus one step of unknown price; you approved 5.00.',
      'This costs 500.00 credits, plus 2 steps of unknown price.',
      'This costs 500.00 credits, plus 2 steps of unknown price; you approved 5.00.',
    ]);
  });

  it('say what became of a delivery', () => {
    expect(toChinese(describeMismatch({ kind: 'size', expected: [1, 1, 1], found: [100, 100, 100] }))).toContain(
      '缩放了 100 倍',
    );
    const error = { code: 'crashed', message: 'The importer fell over' } as const;
    expect(toChinese(describeFailure({ error }) ?? '')).toBe(
      'The importer fell over.导出为另一种格式或减少三角面，然后重试导入。',
    );
    expect([1, 2, 3].map((attempt) => toEnglish(describeAbandonedClaim('Blender', attempt, 3)))).toEqual([
      'Blender closed during the import. Start it again to retry; 2 attempts left.',
      'Blender closed during the import. Start it again to retry; 1 attempt left.',
      'Blender closed during the import. It will not be tried again.',
    ]);
  });
});

describe('a failure', () => {
  const info = { code: 'bad_request', subject: null, detail: '', retryable: false, requestId: null } as const;

  it('quotes the words of a service in Chinese', () => {
    expect(describeError({ ...info, detail: 'Mind the gap' }, undefined, CHINESE).happened).toBe(
      '服务拒绝了请求。原文：“Mind the gap”',
    );
    expect(describeError({ ...info, detail: message('file.moved') }, undefined, CHINESE).happened).toBe(
      '服务拒绝了请求。文件被移动或移除了。',
    );
  });

  it('is a message of a catalogue wherever main throws one; only the command line says plain English', () => {
    const said = [
      ...listSaid(PROJECT_ROOT, 'src-shared/**/*.ts', ['AppError']),
      ...listSaid(PROJECT_ROOT, 'src-main/**/*.ts', ['AppError']).filter(({ at }) => !at.startsWith('src-main/cli/')),
    ];
    expect(said).toEqual([]);
  });
});
