import { expect, test } from 'vitest';
import { createPageSessions } from '../../src-main/ipc/page-sessions.ts';
import type { Handlers } from '../../src-shared/ipc/contract.ts';

const HANDLERS = { 'queue:paused': async () => true } as unknown as Handlers;

test('pages share their handlers, and report their own visibility and view', async () => {
  const visible: boolean[] = [];
  const shown: unknown[] = [];
  const sessions = createPageSessions(HANDLERS, (isVisible) => visible.push(isVisible));
  const stop = sessions.onPageShows((shows) => shown.push(shows));
  const [one, other] = [sessions.openPage(), sessions.openPage()];
  expect(await other.handlers['queue:paused'](null)).toBe(true);
  await one.handlers['page:visible']({ visible: true });
  await other.handlers['page:visible']({ visible: true });
  await one.handlers['page:visible']({ visible: false });
  expect(visible).toEqual([true]);
  other.close();
  expect(visible).toEqual([true, false]);
  const state = { view: 'queue', shading: 'solid', chosen: 2 };
  await one.handlers['page:shows'](state);
  stop();
  await one.handlers['page:shows']({ ...state, chosen: 3 });
  expect(shown).toEqual([state]);
});

test('each page has a call limit of its own', () => {
  const { openPage } = createPageSessions(HANDLERS, () => undefined);
  const [flooding, calm] = [openPage(), openPage()];
  for (let call = 0; call < 10_000; call++) flooding.admits();
  expect(flooding.admits()).toBe(false);
  expect(calm.admits()).toBe(true);
});
