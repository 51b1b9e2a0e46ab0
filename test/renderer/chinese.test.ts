import { describe, expect, it } from 'vitest';
import { IMPORT_SETTINGS } from '../../src-shared/delivery/import-settings.ts';
import { DOCTOR_TEXTS } from '../../src-shared/doctor/doctor-texts.ts';
import { getShellTexts } from '../../src-main/shell/shell-texts.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { message } from '../../src-shared/messages/message.ts';
import { CHINESE } from '../../src-shared/messages/chinese.ts';
import { ERROR_CODES } from '../../src-shared/base/errors.ts';
import { MONEY_KINDS } from '../../src-shared/jobs/job.ts';
import { recipesOf } from '../../src-shared/recipes/recipe.ts';
import { findBuiltInRecipe, BUILT_IN_RECIPE_IDS } from '../../src-shared/recipes/built-in/built-in-recipes.ts';
import { ONBOARDING_TEXTS } from '../../src-renderer/features/onboarding/texts/onboarding-texts.ts';
import { ONBOARDING_TEXTS_ZH } from '../../src-renderer/features/onboarding/texts/onboarding-texts.zh.ts';
import { CREATE_TEXTS } from '../../src-renderer/features/create/texts/create-texts.ts';
import { CREATE_TEXTS_ZH } from '../../src-renderer/features/create/texts/create-texts.zh.ts';
import { INSPECTOR_TEXTS } from '../../src-renderer/features/inspector/texts/inspector-texts.ts';
import { INSPECTOR_TEXTS_ZH } from '../../src-renderer/features/inspector/texts/inspector-texts.zh.ts';
import { SHORTCUT_TEXTS } from '../../src-renderer/features/palette/texts/shortcut-texts.ts';
import { SHORTCUT_TEXTS_ZH } from '../../src-renderer/features/palette/texts/shortcut-texts.zh.ts';
import { ACCOUNT_TEXTS } from '../../src-renderer/features/account/texts/account-texts.ts';
import { APP_TEXTS } from '../../src-renderer/app/language/app-texts.ts';
import { APP_SETTINGS_TEXTS } from '../../src-renderer/features/settings/texts/app-settings-texts.ts';
import { COMMAND_TEXTS } from '../../src-renderer/app/commands/command-texts.ts';
import { FIELD_TEXTS } from '../../src-renderer/features/operations/texts/field-texts.ts';
import { FOLDER_TEXTS } from '../../src-renderer/features/folders/texts/folder-texts.ts';
import { GLOSSARY_TEXTS } from '../../src-renderer/app/language/glossary-texts.ts';
import { SETTINGS_TEXTS } from '../../src-renderer/features/settings/texts/settings-texts.ts';
import { GALLERY_TEXTS } from '../../src-renderer/features/gallery/texts/gallery-texts.ts';
import { JOB_TEXTS } from '../../src-renderer/features/queue/texts/job-texts.ts';
import { LINK_TEXTS } from '../../src-renderer/features/create/texts/link-texts.ts';
import { SPENDING_TEXTS } from '../../src-renderer/features/account/texts/spending-texts.ts';
import { GENERATOR_FORM_TEXTS } from '../../src-renderer/features/generators/texts/generator-form-texts.ts';
import { OPERATION_VIEW_TEXTS } from '../../src-renderer/features/operations/texts/operation-view-texts.ts';
import { OPERATION_TEXTS } from '../../src-renderer/features/operations/texts/operation-texts.ts';
import { QUEUE_TEXTS } from '../../src-renderer/features/queue/texts/queue-texts.ts';
import { REASON_TEXTS } from '../../src-renderer/app/language/reason-texts.ts';
import { RECIPE_EDITOR_TEXTS } from '../../src-renderer/features/recipes/texts/recipe-editor-texts.ts';
import { RECIPE_TEXTS } from '../../src-renderer/features/recipes/texts/recipe-texts.ts';
import { SHEET_TEXTS } from '../../src-renderer/features/create/texts/sheet-texts.ts';
import { TARGET_TEXTS } from '../../src-renderer/features/targets/texts/target-texts.ts';
import { UPDATE_TEXTS } from '../../src-renderer/features/settings/texts/update-texts.ts';
import { VIEWER_TEXTS } from '../../src-renderer/features/viewer/texts/viewer-texts.ts';
import { ACCOUNT_TEXTS_ZH } from '../../src-renderer/features/account/texts/account-texts.zh.ts';
import { APP_TEXTS_ZH } from '../../src-renderer/app/language/app-texts.zh.ts';
import { APP_SETTINGS_TEXTS_ZH } from '../../src-renderer/features/settings/texts/app-settings-texts.zh.ts';
import { COMMAND_TEXTS_ZH } from '../../src-renderer/app/commands/command-texts.zh.ts';
import { CRASH_TEXTS } from '../../src-renderer/features/doctor/crash-texts.ts';
import { CRASH_TEXTS_ZH } from '../../src-renderer/features/doctor/crash-texts.zh.ts';
import { DOCTOR_TEXTS_ZH } from '../../src-renderer/features/doctor/doctor-texts.zh.ts';
import { NETWORK_TEXTS } from '../../src-renderer/features/generators/texts/network-texts.ts';
import { NETWORK_TEXTS_ZH } from '../../src-renderer/features/generators/texts/network-texts.zh.ts';
import { FIELD_TEXTS_ZH } from '../../src-renderer/features/operations/texts/field-texts.zh.ts';
import { FOLDER_TEXTS_ZH } from '../../src-renderer/features/folders/texts/folder-texts.zh.ts';
import { GLOSSARY_TEXTS_ZH } from '../../src-renderer/app/language/glossary-texts.zh.ts';
import { SETTINGS_TEXTS_ZH } from '../../src-renderer/features/settings/texts/settings-texts.zh.ts';
import { GALLERY_TEXTS_ZH } from '../../src-renderer/features/gallery/texts/gallery-texts.zh.ts';
import { IMPORT_TEXTS_ZH } from '../../src-renderer/features/targets/texts/import-texts.zh.ts';
import { JOB_TEXTS_ZH } from '../../src-renderer/features/queue/texts/job-texts.zh.ts';
import { LINK_TEXTS_ZH } from '../../src-renderer/features/create/texts/link-texts.zh.ts';
import { SPENDING_TEXTS_ZH } from '../../src-renderer/features/account/texts/spending-texts.zh.ts';
import { GENERATOR_FORM_TEXTS_ZH } from '../../src-renderer/features/generators/texts/generator-form-texts.zh.ts';
import { OPERATION_VIEW_TEXTS_ZH } from '../../src-renderer/features/operations/texts/operation-view-texts.zh.ts';
import { OPERATION_TEXTS_ZH } from '../../src-renderer/features/operations/texts/operation-texts.zh.ts';
import { QUEUE_TEXTS_ZH } from '../../src-renderer/features/queue/texts/queue-texts.zh.ts';
import { REASON_TEXTS_ZH } from '../../src-renderer/app/language/reason-texts.zh.ts';
import { RECIPE_EDITOR_TEXTS_ZH } from '../../src-renderer/features/recipes/texts/recipe-editor-texts.zh.ts';
import { RECIPE_TEXTS_ZH } from '../../src-renderer/features/recipes/texts/recipe-texts.zh.ts';
import { SHEET_TEXTS_ZH } from '../../src-renderer/features/create/texts/sheet-texts.zh.ts';
import { TARGET_TEXTS_ZH } from '../../src-renderer/features/targets/texts/target-texts.zh.ts';
import { UPDATE_TEXTS_ZH } from '../../src-renderer/features/settings/texts/update-texts.zh.ts';
import { VIEWER_TEXTS_ZH } from '../../src-renderer/features/viewer/texts/viewer-texts.zh.ts';
import { listMessages, type Message } from './list-messages.ts';

const messages: readonly Message[] = [
  ...listMessages('account', ACCOUNT_TEXTS, ACCOUNT_TEXTS_ZH),
  ...listMessages('appSettings', APP_SETTINGS_TEXTS, APP_SETTINGS_TEXTS_ZH),
  ...listMessages('shell', getShellTexts('en', ''), getShellTexts('zh', '')),
  ...listMessages('app', APP_TEXTS, APP_TEXTS_ZH),
  ...listMessages('onboarding', ONBOARDING_TEXTS, ONBOARDING_TEXTS_ZH),
  ...listMessages('create', CREATE_TEXTS, CREATE_TEXTS_ZH),
  ...listMessages('inspector', INSPECTOR_TEXTS, INSPECTOR_TEXTS_ZH),
  ...listMessages('shortcuts', SHORTCUT_TEXTS, SHORTCUT_TEXTS_ZH),
  ...listMessages('spending', SPENDING_TEXTS, SPENDING_TEXTS_ZH),
  ...listMessages('queue', QUEUE_TEXTS, QUEUE_TEXTS_ZH),
  ...listMessages('commands', COMMAND_TEXTS, COMMAND_TEXTS_ZH),
  ...listMessages('settings', SETTINGS_TEXTS, SETTINGS_TEXTS_ZH),
  ...listMessages('glossary', GLOSSARY_TEXTS, GLOSSARY_TEXTS_ZH),
  ...listMessages('crash', CRASH_TEXTS, CRASH_TEXTS_ZH),
  ...listMessages('networks', NETWORK_TEXTS, NETWORK_TEXTS_ZH),
  ...listMessages('doctor', DOCTOR_TEXTS, DOCTOR_TEXTS_ZH),
  ...listMessages('recipes', RECIPE_TEXTS, RECIPE_TEXTS_ZH),
  ...listMessages('recipeEditor', RECIPE_EDITOR_TEXTS, RECIPE_EDITOR_TEXTS_ZH),
  ...listMessages('folders', FOLDER_TEXTS, FOLDER_TEXTS_ZH),
  ...listMessages('targets', TARGET_TEXTS, TARGET_TEXTS_ZH),
  ...listMessages('updates', UPDATE_TEXTS, UPDATE_TEXTS_ZH),
  ...listMessages('gallery', GALLERY_TEXTS, GALLERY_TEXTS_ZH),
  ...listMessages('sheet', SHEET_TEXTS, SHEET_TEXTS_ZH),
  ...listMessages('links', LINK_TEXTS, LINK_TEXTS_ZH),
  ...listMessages('viewer', VIEWER_TEXTS, VIEWER_TEXTS_ZH),
  ...listMessages('jobs', JOB_TEXTS, JOB_TEXTS_ZH),
  ...listMessages('operations', OPERATION_TEXTS, OPERATION_TEXTS_ZH),
  ...listMessages('fields', FIELD_TEXTS, FIELD_TEXTS_ZH),
  ...listMessages('operating', OPERATION_VIEW_TEXTS, OPERATION_VIEW_TEXTS_ZH),
  ...listMessages('generator form', GENERATOR_FORM_TEXTS, GENERATOR_FORM_TEXTS_ZH),
  ...listMessages('reasons', REASON_TEXTS, REASON_TEXTS_ZH),
  ...ERROR_CODES.flatMap((code) => {
    const error = { code, subject: 'a.png', detail: message('file.moved'), retryable: false, requestId: null };
    return listMessages(code, describeError(error), describeError(error, undefined, CHINESE));
  }),
  ...Object.entries(IMPORT_TEXTS_ZH).map(([en, zh]) => ({ key: `import ${en}`, en, zh, args: [] })),
];

/** Names, marks and numbers that are the same in every language. */
const SAME = new Set([
  'account.named',
  'app.app.name',
  'onboarding.sampleTitle',
  'settings.general.version',
  'viewer.statistics.maps.orm',
  'viewer.statistics.maps.occlusion',
  'fields.hints.address',
  'fields.hints.json',
  'fields.options.3dsmax',
  'fields.options.blender',
  'fields.options.mixamo',
  'jobs.amount',
  'jobs.chargedAndHeld',
  'jobs.prompt',
  'jobs.rowPriority.normal',
  'spending.spending.csv',
  'folders.goesTo',
  'operating.result',
  'recipes.shipped.name',
  'recipes.shipped.help',
  'recipes.byId',
  'recipes.times',
  'queue.found.status',
  'targets.imports.word',
  'viewer.clips.times',
  'viewer.degrees',
]);

/** Given kinds of sources and days of the week, which have words of their own. */
const GIVEN_WORDS = new Set(['recipes.takes', 'recipes.kinds', 'folders.dayRun']);
const given = messages.filter(({ key }) => !GIVEN_WORDS.has(key));

/** Whether words hold an argument; some write it small. */
const holds = (words: string, arg: string): boolean => words.toLowerCase().includes(arg.toLowerCase());

describe('the Chinese words', () => {
  it('are there for every message, each in Chinese', () => {
    expect(messages.length).toBeGreaterThan(700);
    const unchanged = messages.filter(({ key, en, zh }) => en === zh && !SAME.has(key));
    expect(unchanged).toEqual([]);
    const stale = [...SAME].filter((key) => !messages.some((each) => each.key === key && each.en === each.zh));
    expect(stale).toEqual([]);
  });

  it('say whatever the English ones say of what they are given', () => {
    const silent = given.filter(({ en, zh, args }) => args.some((arg) => holds(en, arg) && !holds(zh, arg)));
    expect(silent).toEqual([]);
    const more = given.filter(({ en, zh, args }) => args.some((arg) => !holds(en, arg) && holds(zh, arg)));
    expect(more).toEqual([]);
  });

  it('end as sentences where the English ones do, with marks of full width', () => {
    const ends = messages.filter(
      ({ en, zh }) => /[.]$/.test(en) !== /。$/.test(zh) || /[?]$/.test(en) !== /？$/.test(zh),
    );
    expect(ends).toEqual([]);
  });

  it('have no mark of half width beside a Chinese character, and a space around Latin letters and figures', () => {
    const han = String.raw`\p{Script=Han}`;
    const marks = new RegExp(String.raw`${han}\s*[,;:!?()]|[,;:!?()]\s*${han}|${han}\.(?!\w)|[，。；：？、]\s`, 'u');
    const tight = new RegExp(String.raw`${han}[A-Za-z0-9]|[A-Za-z0-9]${han}`, 'u');
    expect(messages.filter(({ zh }) => marks.test(zh))).toEqual([]);
    expect(given.filter(({ zh }) => tight.test(zh))).toEqual([]);
  });

  it('call the person 你 and never beg', () => {
    expect(messages.filter(({ zh }) => /您|请(?!求)/.test(zh))).toEqual([]);
  });

  it('name states as they were agreed on', () => {
    expect({ ...JOB_TEXTS_ZH.states, ...JOB_TEXTS_ZH.failed, delivered: TARGET_TEXTS_ZH.delivery.delivered }).toEqual({
      waiting: '等待中',
      uploading: '上传中',
      queued: '排队中',
      running: '运行中',
      downloading: '下载中',
      verifying: '校验中',
      exporting: '导出中',
      done: '已完成',
      delivered: '已送达',
      failed: '失败',
      refunded: '失败，已退款',
      notCharged: '失败，未扣费',
      unknown: '服务未确认',
      held: '等待确认',
      paused: '已暂停',
      offline: '离线',
      cancelled: '已取消',
    });
  });

  it('name money as it was agreed on', () => {
    expect(MONEY_KINDS.map((kind) => JOB_TEXTS_ZH.money[kind])).toEqual([
      '免费',
      '预估',
      '冻结',
      '已扣',
      '已退还',
      '未扣费',
      '扣费待确认',
      '价格未知',
    ]);
    expect(SPENDING_TEXTS_ZH.states).toEqual({ held: '冻结', charged: '已扣', back: '已退还', unknown: '扣费待确认' });
  });

  it('fit the room a row has', () => {
    // Two Latin letters are as wide as one Chinese character.
    const width = (words: string) => words.replace(/[ -~]{2}/g, '字').length;
    expect(Object.values(REASON_TEXTS_ZH).filter((words) => width(words) > 12)).toEqual([]);
  });
});

describe('what is declared outside the tables', () => {
  it('is translated: the recipes that come with the app, with the same numbers', () => {
    for (const id of BUILT_IN_RECIPE_IDS) {
      const [first] = recipesOf(findBuiltInRecipe(id, ['glb']) ?? {});
      const help = RECIPE_TEXTS_ZH.shipped.help(id, first?.help ?? '');
      expect(help).not.toBe(first?.help);
      expect(help.match(/\d+/g) ?? []).toEqual(expect.arrayContaining(first?.help.match(/\d{2,}/g) ?? []));
    }
  });

  it('is translated: every setting of imports, but names', () => {
    const used = new Set(
      Object.values(IMPORT_SETTINGS)
        .flat()
        .flatMap((setting) => [
          setting.title,
          setting.help,
          ...(setting.kind === 'choice' ? setting.choices.map(({ title }) => title) : []),
        ]),
    );
    const missing = [...used].filter((words) => !Object.hasOwn(IMPORT_TEXTS_ZH, words));
    expect(missing).toEqual(['Y', 'Z', 'Standard Surface', 'Lambert']);
    expect(Object.keys(IMPORT_TEXTS_ZH).filter((words) => !used.has(words))).toEqual([]);
  });
});
