import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { RULE_MESSAGES } from '../../../../src-shared/api/messages/rule-messages.ts';
import { NOTES, type Note } from '../../../../src-shared/api/messages/notes.ts';
import { parseCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { LOCAL_SERVICE_ERRORS } from '../../../../src-shared/api/messages/local-service-errors.ts';
import {
  createMessageMatcher,
  fillMessage,
  type FilledMessage,
} from '../../../../src-shared/api/messages/message-patterns.ts';
import {
  describeMismatch,
  describeFailure,
  describeAbandonedClaim,
} from '../../../../src-shared/delivery/describe-delivery.ts';
import { describeError } from '../../../../src-shared/messages/error-messages.ts';
import { ERROR_MESSAGES_ZH } from '../../../../src-shared/messages/error-messages.zh.ts';
import { ERROR_CODES, toErrorInfo, type ErrorInfo } from '../../../../src-shared/base/errors.ts';
import { BRIDGE_MESSAGES } from '../../../../src-shared/messages/bridge-messages.ts';
import { DELIVERY_MESSAGES } from '../../../../src-shared/messages/delivery-messages.ts';
import { ERROR_DETAILS } from '../../../../src-shared/messages/error-details.ts';
import { DIFF_LINES } from '../../../../src-shared/messages/diff-lines.ts';
import { JOB_NOTES } from '../../../../src-shared/messages/job-notes.ts';
import { PHRASES } from '../../../../src-shared/messages/phrases.ts';
import { ERROR_SUBJECTS } from '../../../../src-shared/messages/error-subjects.ts';
import { BRIDGE_MESSAGES_ZH } from '../../../../src-shared/messages/bridge-messages.zh.ts';
import { DELIVERY_MESSAGES_ZH } from '../../../../src-shared/messages/delivery-messages.zh.ts';
import { ERROR_DETAILS_ZH } from '../../../../src-shared/messages/error-details.zh.ts';
import { DIFF_LINES_ZH } from '../../../../src-shared/messages/diff-lines.zh.ts';
import { translateToChinese, translateSubjectToChinese } from '../../../../src-shared/messages/translate-to-chinese.ts';
import { RULE_MESSAGES_ZH } from '../../../../src-shared/api/messages/rule-messages.zh.ts';
import { JOB_NOTES_ZH } from '../../../../src-shared/messages/job-notes.zh.ts';
import { MODEL_NOTES_ZH } from '../../../../src-shared/api/messages/model-notes.zh.ts';
import { PHRASES_ZH } from '../../../../src-shared/messages/phrases.zh.ts';
import { IMAGE_NOTES_ZH } from '../../../../src-shared/api/messages/image-notes.zh.ts';
import { PROMPT_NOTES_ZH } from '../../../../src-shared/api/messages/prompt-notes.zh.ts';
import { LOCAL_SERVICE_ERRORS_ZH } from '../../../../src-shared/api/messages/local-service-errors.zh.ts';
import { ERROR_SUBJECTS_ZH } from '../../../../src-shared/messages/error-subjects.zh.ts';
import { assertTotalConfirmed } from '../../../../src-main/queue/spending/assert-agreed.ts';
import { describeExceededCap } from '../../../../src-main/queue/spending/caps.ts';
import { setLanguage } from '../../../../src-renderer/app/language/language.ts';
import { errorWords } from '../../../../src-renderer/app/language/error-texts.ts';
import { listSaid } from './list-said.ts';
import { PROJECT_ROOT } from '../../../../src-main/base/project-root.ts';

const root = PROJECT_ROOT;
const SENTENCES = [
  ...NOTES,
  ...LOCAL_SERVICE_ERRORS,
  ...RULE_MESSAGES,
  ...JOB_NOTES,
  ...ERROR_DETAILS,
  ...DELIVERY_MESSAGES,
  ...BRIDGE_MESSAGES,
  ...DIFF_LINES,
];
const TABLES = {
  ...{ ...MODEL_NOTES_ZH, ...IMAGE_NOTES_ZH, ...PROMPT_NOTES_ZH, ...LOCAL_SERVICE_ERRORS_ZH, ...RULE_MESSAGES_ZH },
  ...{ ...JOB_NOTES_ZH, ...ERROR_DETAILS_ZH, ...DELIVERY_MESSAGES_ZH, ...BRIDGE_MESSAGES_ZH, ...DIFF_LINES_ZH },
};
const PAIRS = [...Object.entries({ ...TABLES, ...PHRASES_ZH, ...ERROR_SUBJECTS_ZH })];
const places = (text: string): string[] => [...new Set(text.match(/\{\d(?=\*?\})/g) ?? [])].sort();

afterEach(() => {
  setLanguage('en');
});

describe('a table of sentences', () => {
  const read = createMessageMatcher(SENTENCES);

  it.each(SENTENCES)('recognises “%s” with all that stands in it', (pattern) => {
    const given = ['Alpha1', 'Beta2', 'Gamma3', 'Delta4', 'Eta5'].slice(0, places(pattern).length);
    expect(read(fillMessage(pattern, given))).toEqual({ pattern, given });
  });

  it('has each sentence once, and its places in their order', () => {
    expect(new Set(SENTENCES).size).toBe(SENTENCES.length);
    for (const pattern of [...SENTENCES, ...PHRASES, ...ERROR_SUBJECTS]) {
      expect(places(pattern)).toEqual(places(pattern).map((_, index) => `{${index + 1}`));
    }
  });

  it('prefers the sentence that says most, and knows nothing of other words', () => {
    expect(read('The skeleton is ready (biped).')?.pattern).toBe('The skeleton is ready ({1}).');
    expect(read('Something else happened.')).toBeNull();
    expect(read(`Understood: ${'x'.repeat(5_000)}.`)).toBeNull();
  });

  it('is a type: what stands otherwise in it does not compile', () => {
    expectTypeOf<'It takes 7 blocks.'>().toExtend<Note>();
    expectTypeOf<'It takes 7 block.'>().not.toExtend<Note>();
    expectTypeOf<FilledMessage<'The {1} of {2}.'>>().toEqualTypeOf<`The ${string} of ${string}.`>();
  });
});

describe('its Chinese', () => {
  it('holds what varies, in marks of full width, with a space around what is not translated', () => {
    const wrong = PAIRS.filter(([english, chinese]) => {
      const shown = chinese.replaceAll(/\{\d\*\}/g, '字');
      return (
        (places(chinese).join() !== places(english).join() && english !== LEFT_OUT) ||
        /\p{Script=Han}[A-Za-z0-9{]|[A-Za-z0-9}]\p{Script=Han}|\p{Script=Han}[,;:!?()]|您|请(?!求)/u.test(shown)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('ends as a sentence where the English does', () => {
    const ended = PAIRS.filter(([english]) => english.endsWith('.') && !english.endsWith('{1}.'));
    expect(ended.filter(([, chinese]) => !chinese.endsWith('。'))).toEqual([]);
  });

  it('translates what is ours inside, and leaves what somebody gave', () => {
    expect(
      translateToChinese('In the left view: The outlines of front and back differ, so what either shows was kept.'),
    ).toBe('左面视图：正面和背面的轮廓不同，两者显示的都保留了。');
    expect(
      translateToChinese(
        'STL holds still models: this one is in its rest pose, without its skeleton and its animations.',
      ),
    ).toBe('STL 只存静止的模型：这个是静止姿势，没有骨骼、动画。');
    expect(translateToChinese('Not understood and left out: “front”, “b” and 3 more.')).toBe(
      '没有理解，已略过：“front”、“b”等，另外 3 个。',
    );
    expect(translateToChinese('Export: made already in “front”, nothing was charged.')).toContain('“front”里');
    expect(translateToChinese('+ step 2: convert_model of step 1, format "FBX", exports fbx')).toBe(
      '+ 第 2 步：convert_model，用第 1 步，format "FBX"，导出 fbx',
    );
    expect(translateToChinese('The file is odd. Nobody knows why.')).toBeNull();
    expect(translateSubjectToChinese('Recipe “film”')).toBe('流程“film”');
    expect(translateSubjectToChinese('chair.png')).toBe('chair.png');
  });

  it('knows sentences that are put together while they are said', () => {
    const size = describeMismatch({ kind: 'size', expected: [1, 1, 1], found: [100, 100, 100] });
    expect(translateToChinese(size)).toContain('缩放了 100 倍');
    const error = { code: 'crashed', message: 'The importer fell over' } as const;
    expect(translateToChinese(describeFailure({ error }))).toBe(
      'The importer fell over.导出为另一种格式或减少三角面，然后重试导入。',
    );
    for (const attempt of [1, 2, 3])
      expect(translateToChinese(describeAbandonedClaim('Blender', attempt, 3))).toMatch(/^Blender 在/);
    const [limit, spent, cost] = ['150.00', '120.00', '110.00'].map((amount) => parseCredits(amount)!);
    for (const kind of ['day', 'recipe', 'folder'] as const) {
      for (const amount of [cost!, null]) {
        expect(
          translateToChinese(describeExceededCap({ kind, subject: 'film', limit: limit!, spent: spent! }, amount)),
        ).toContain('150.00');
      }
    }
    for (const unknown of [0, 1, 2]) {
      for (const agreed of [null, limit!]) {
        const plan = { needsYes: true, total: '500.00', unknown } as Parameters<typeof assertTotalConfirmed>[0];
        expect(translateToChinese(messageOf(() => assertTotalConfirmed(plan, agreed)))).toContain('500.00');
      }
    }
  });
});

it('what bridges write is still written by one of them', () => {
  const files = globSync('assets/bridges/**/*.{py,cs,gd}', { cwd: root });
  const written = files
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
    // Python sets a text together of several lines.
    .replaceAll(/"\s*\n\s*"/g, '');
  const partsOf = (pattern: string): string[] =>
    pattern.split(/\{\d\}|: | (?=the bridge)/).filter((part) => part.length > 3);
  expect(BRIDGE_MESSAGES.filter((pattern) => partsOf(pattern).some((part) => !written.includes(part.trim())))).toEqual(
    [],
  );
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
    setLanguage('zh');
    const { happened } = errorWords({ ...info, code: 'bad_request', detail: 'Mind the gap.' });
    expect(happened).toBe('服务不接受这份订单。原文：“Mind the gap”。');
  });

  it('are known for every sentence that main and the engine write down', () => {
    const said = [
      ...listSaid(root, 'src-shared/**/*.ts'),
      // What only the command line says stays English, as all it says.
      ...listSaid(root, 'src-main/**/*.ts').filter(({ at }) => !at.startsWith('src-main/cli/')),
    ];
    expect(said.length).toBeGreaterThan(200);
    const unknown = said.filter(({ text }) => !COMPOSED.has(text) && translateToChinese(text) === null);
    expect(unknown).toEqual([]);
    const stale = [...COMPOSED].filter((text) => !said.some((each) => each.text === text));
    expect(stale).toEqual([]);
  });
});

/** Said beside a field that names itself. */
const LEFT_OUT = '{1} does not take {2}. Leave it out, or choose another model.';

/** Sentences of clauses that are put together when they are said; those that vary most are tested above as they are said. */
const COMPOSED = new Set<string>([
  'X; the damaged file is kept as X.',
  'This costs X creditsXX.',
  'After what is on its way X credits are left; the next step, X, would leave less than the X you keep.',
  'The rig check says no, so the skeleton was not ordered.X',
  'The rig check says X, and X was asked for, so the skeleton was not ordered.X',
  'Name the project with --project DIR.X',
  'Blender could not X the add-on: X.',
]);

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return toErrorInfo(error).detail;
  }
  throw new Error('Nothing was thrown.');
}
