import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Desktop } from '../../../src-main/app-deps.ts';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import type { Payload } from '../../../src-shared/ipc/pushes.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import type { Settings } from '../../../src-shared/settings/settings.ts';
import { createDesktop } from '../../helpers/desktop.ts';
import { httpAnswer, startRawService } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const EU = { baseUrl: 'http://127.0.0.1:9', deployment: 'international' } as const;
const LIMITS = { confirmAbove: '5.00', perDay: '50.00', perRecipe: {}, perFolder: {}, pauseBelow: '10.00' };
const LOOSE = { ...LIMITS, perDay: '500.00' };

/** The app with a cloud service and limits, on a desktop with these features. */
async function openApp(features: Partial<Desktop>, change: Partial<Settings> = {}) {
  const root = makeTempFolder();
  const app = await openHeadlessApp(resolveHome(path.join(root, 'home'), {}), {
    desktop: createDesktop(features),
    allowedFolders: [root],
  });
  onTestFinished(() => app.close());
  app.settings.set({ services: { eu: EU }, spending: LIMITS, ...change });
  return { app, root };
}

/** A cloud service that accepts every key, and how often it was asked. */
async function startService() {
  const counter = { requests: 0 };
  const { origin } = await startRawService((socket) => {
    counter.requests++;
    socket.write(httpAnswer(200, JSON.stringify({ code: 0, data: { balance: 12.5, frozen: 0 } })));
  });
  return { cloud: { baseUrl: origin, deployment: 'international' } as const, counter };
}

/** Every call of the page that needs a confirmation. */
function riskyCalls({ app, root }: Awaited<ReturnType<typeof openApp>>, cloud: NonNullable<Settings['cloud']>) {
  const { handlers } = app;
  const key = 'sk_only_for_this_test';
  const typed = path.join(root, 'in');
  return {
    'services:add': () => handlers['services:add']({ name: 'evil', cloud, key }),
    'services:add without key': () => handlers['services:add']({ name: 'evil', cloud, key: null }),
    'key:set': () => handlers['key:set']({ cloud, key }),
    'services:change': () => handlers['services:change']({ name: 'eu', resend: 'auto' }),
    'settings:set': () => handlers['settings:set']({ theme: 'light', spending: { perDay: '500' } }),
    'settings:set of the links': () => handlers['settings:set']({ theme: 'light', linksInside: true }),
    'settings:set of the feed': () => handlers['settings:set']({ updates: { address: 'https://evil.example/' } }),
    'folders:add': () => handlers['folders:add']({ typed, recipe: 'draft', change: { capPerDay: '500' } }),
  };
}

/** Answers every code question of the page like this. */
function answerCodes(app: Awaited<ReturnType<typeof openApp>>['app'], answer: () => string | null): void {
  const stop = app.onPush((channel, payload) => {
    if (channel !== 'confirmation:changed' || (payload as Payload<'confirmation:changed'>) === null) return;
    app.handlers['confirmation:answer']({ code: answer() }).catch(() => undefined);
  });
  onTestFinished(stop);
}

describe('without confirmation, nothing is changed and no service is contacted', () => {
  test.each<[string, Partial<Desktop>, (() => string | null) | null]>([
    ['where nobody can be asked', {}, null],
    ['where the dialog is cancelled', { confirm: async () => false }, null],
    ['where the page closes the question', { showCode: () => undefined }, () => null],
  ])('%s', async (_, features, answer) => {
    const opened = await openApp(features);
    const { app } = opened;
    if (answer) answerCodes(app, answer);
    const { cloud, counter } = await startService();
    const before = app.settings.get();
    for (const [name, call] of Object.entries(riskyCalls(opened, cloud))) {
      await expect(call(), name).rejects.toMatchObject({ code: 'not_confirmed' });
    }
    expect(app.settings.get()).toEqual(before);
    expect(counter.requests).toBe(0);
  });

  test('with guessed codes', async () => {
    const codes: string[] = [];
    const opened = await openApp({ showCode: (code) => codes.push(code) });
    const { app } = opened;
    const stop = app.onPush((channel, payload) => {
      if (channel !== 'confirmation:changed' || payload === null) return;
      const shown = Number(codes.at(-1)?.replace(' ', ''));
      for (const off of [1, 2, 3]) {
        const code = `${(shown + off) % 10 ** 8}`.padStart(8, '0');
        app.handlers['confirmation:answer']({ code }).catch(() => undefined);
      }
    });
    onTestFinished(stop);
    const before = app.settings.get();
    for (const [name, call] of Object.entries(riskyCalls(opened, (await startService()).cloud))) {
      await expect(call(), name).rejects.toMatchObject({ code: 'not_confirmed' });
    }
    expect(codes).toHaveLength(1);
    expect(app.settings.get()).toEqual(before);
  });
});

describe('with confirmation, the change is made', () => {
  test('by the code of the terminal, which the page is never told', async () => {
    const shown: { code: string; question: string }[] = [];
    const opened = await openApp({
      showCode: (code, question) => shown.push({ code, question: toEnglish(question) }),
    });
    const { app } = opened;
    const pushed: string[] = [];
    onTestFinished(app.onPush((_, payload) => pushed.push(JSON.stringify(payload))));
    answerCodes(app, () => shown.at(-1)?.code ?? null);
    const { cloud, counter } = await startService();
    const calls = riskyCalls(opened, cloud);
    await calls['services:add']();
    await calls['settings:set']();
    await calls['settings:set of the links']();
    await calls['settings:set of the feed']();
    await calls['folders:add']();
    expect(app.settings.get()).toMatchObject({
      theme: 'light',
      linksInside: true,
      updates: { address: 'https://evil.example/' },
      services: { eu: EU, evil: cloud },
      spending: { ...LIMITS, perDay: '500.00' },
      hotFolders: [{ path: path.join(opened.root, 'in') }],
    });
    expect(Object.values(app.settings.get().spending.perFolder)).toEqual(['500.00']);
    expect(counter.requests).toBeGreaterThan(0);
    expect(shown.map(({ question }) => question)).toEqual([
      expect.stringContaining(`Use the service ${cloud.baseUrl}.`),
      'The daily limit: 50.00 credits → 500.00 credits.',
      'Allow links to this computer and the local network.',
      'Check for updates at https://evil.example/ and show its download page.',
      'The daily limit of folder “in”: none → 500.00 credits.',
    ]);
    for (const { code } of shown) {
      expect(pushed.filter((text) => text.includes(code) || text.includes(code.replace(' ', '')))).toEqual([]);
    }
  });

  test('by the dialog of the system, in one question for one change', async () => {
    const questions: string[] = [];
    const { app } = await openApp({ confirm: async (question) => (questions.push(toEnglish(question)), true) });
    await app.handlers['settings:set']({ spending: { perDay: null, confirmAbove: '9', pauseBelow: '1' } });
    expect(questions).toEqual([
      'The confirmation limit: 5.00 credits → 9.00 credits. The daily limit: 50.00 credits → none. ' +
        'The minimum balance: 10.00 credits → 1.00 credits.',
    ]);
    expect(app.settings.get().spending).toMatchObject({ confirmAbove: '9.00', perDay: null, pauseBelow: '1.00' });
  });

  test('once for a service, however many keys it takes', async () => {
    let asked = 0;
    const { app } = await openApp({ confirm: async () => (asked++, true) });
    const { cloud } = await startService();
    const add = (key: string) => app.handlers['services:add']({ name: 'new', cloud, key });
    await expect(add('two words')).rejects.toMatchObject({ code: 'config_invalid' });
    await add('sk_only_for_this_test');
    await app.handlers['key:set']({ cloud, key: 'sk_another' });
    expect(asked).toBe(1);
  });

  test('as it was shown: another change meanwhile is asked for again, and is not undone', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const answers = [promise, Promise.resolve(false)];
    const { app } = await openApp({ confirm: () => answers.shift() ?? Promise.resolve(false) });
    const change = app.handlers['settings:set']({ spending: { perDay: '500' } });
    app.settings.set({ spending: { ...LIMITS, perDay: '1.00', confirmAbove: '0.00' } });
    resolve(true);
    await expect(change).rejects.toMatchObject({ code: 'not_confirmed' });
    expect(app.settings.get().spending).toMatchObject({ perDay: '1.00', confirmAbove: '0.00' });
  });
});

describe('nobody is asked', () => {
  test('about stricter limits, known services, this computer and rehearsal', async () => {
    const { app, root } = await openApp({});
    const { handlers } = app;
    await handlers['settings:set']({ spending: { perDay: '1', confirmAbove: '0', pauseBelow: '20' } });
    await handlers['services:use']({ name: 'eu' });
    await handlers['services:change']({ name: 'eu', resend: 'strict' });
    await handlers['services:use']({ name: 'local' });
    await handlers['settings:set']({ rehearsal: true, theme: 'light' });
    await handlers['services:remove']({ name: 'eu' });
    await handlers['folders:add']({ typed: path.join(root, 'in'), recipe: 'draft', change: { enabled: false } });
    expect(app.settings.get()).toMatchObject({ spending: { perDay: '1.00' }, rehearsal: true, services: {} });
  });

  test('about limits while there is no cloud service', async () => {
    const { app } = await openApp({}, { services: {} });
    await app.handlers['settings:set']({ spending: LOOSE });
    expect(app.settings.get().spending).toEqual(LOOSE);
  });

  test('about what the command line changes', async () => {
    const { app, root } = await openApp({});
    const wanted = { path: path.join(root, 'in'), recipe: 'draft', outFolder: null };
    const { id } = await app.folderSettings.add(wanted, { capPerDay: '500', mostAtOnce: 9_000 });
    expect(app.settings.get().spending.perFolder).toEqual({ [id]: '500.00' });
  });
});

test('a limit of a stored folder is raised with confirmation only', async () => {
  let allows = false;
  const { app, root } = await openApp({ confirm: async () => allows });
  const wanted = { path: path.join(root, 'in'), recipe: 'draft', outFolder: null };
  const { id } = await app.folderSettings.add(wanted, { capPerDay: '5' });
  for (const change of [{ capPerDay: '6' }, { capPerDay: null }, { mostAtOnce: 501 }]) {
    await expect(app.handlers['folders:change']({ id, change })).rejects.toMatchObject({ code: 'not_confirmed' });
  }
  await app.handlers['folders:change']({ id, change: { capPerDay: '4', mostAtOnce: 10, after: 'stay' } });
  expect(app.settings.get()).toMatchObject({
    spending: { perFolder: { [id]: '4.00' } },
    hotFolders: [{ mostAtOnce: 10, after: 'stay' }],
  });
  // A page that removes the folder does not lift the limit of its jobs.
  await app.handlers['folders:remove']({ id });
  expect(app.settings.get()).toMatchObject({ spending: { perFolder: { [id]: '4.00' } }, hotFolders: [] });
  await app.handlers['folders:restore']({ id });
  allows = true;
  await app.handlers['folders:change']({ id, change: { capPerDay: '6' } });
  expect(app.settings.get().spending.perFolder).toEqual({ [id]: '6.00' });
});
