import type { AccountState } from '../../src-shared/ipc/calls/service-calls.ts';
import type { Call, Input, Output } from '../../src-shared/ipc/contract.ts';
import type { Reply } from '../../src-shared/ipc/page-bridge.ts';
import { runAppCommand } from './commands/app-command.ts';
import { ask, bridge, listen } from './bridge/bridge.ts';
import { CONNECTION_PUSH } from './bridge/browser-bridge.ts';
import { codeQuestion } from './code-question.svelte.ts';
import { collections } from '../features/gallery/collections.svelte.ts';
import { deliveries } from '../features/targets/deliveries.svelte.ts';
import { folders } from '../features/folders/folders.svelte.ts';
import { orphanTasks } from '../features/queue/orphan-tasks.svelte.ts';
import { reviewOpened } from '../features/create/review-opened.ts';
import { linkFetches } from '../features/create/link-fetches.svelte.ts';
import { spendingState } from '../features/account/spending/spending.svelte.ts';
import { notices } from './notices.svelte.ts';
import { reportVisibility } from './page-visibility.ts';
import { olderJobs } from '../features/queue/older-jobs.svelte.ts';
import { queue } from '../features/queue/queue.svelte.ts';
import { recipes } from '../features/recipes/recipes.svelte.ts';
import { setup } from './setup.svelte.ts';
import { crash } from '../features/doctor/crash.svelte.ts';
import { updates } from '../features/settings/updates.svelte.ts';

/** Interval at which main is asked for tasks that belong to no job; main itself searches for them once a day. */
const ORPHAN_POLL_MS = 5 * 60_000;

/**
 * Connects the page's state to main: subscribes first, then reads, so that no change is missed. Returns a function that
 * disconnects.
 */
export function startPage(): () => void {
  let isLost = false;

  const stops = [
    listen('queue:changed', (change) => {
      if (change.pause) queue.pause = change.pause;
      queue.applyNextFrame(change.jobs, change.removed);
    }),
    listen('folders:changed', (list) => {
      folders.list = list;
    }),
    listen('collections:changed', (list) => {
      collections.list = list;
    }),
    listen('deliveries:changed', (news) => {
      deliveries.apply(news);
    }),
    listen('settings:changed', (settings) => {
      setup.settings = settings;
    }),
    listen('updates:changed', (state) => {
      updates.state = state;
    }),
    listen('crash:changed', (report) => {
      crash.report = report;
    }),
    listen('account:changed', showAccount),
    listen('links:changed', (progress) => {
      linkFetches.apply(progress);
    }),
    listen('confirmation:changed', (open) => {
      codeQuestion.question = open?.question ?? null;
    }),
    listen('app:command', runAppCommand),
    listen('app:opened', (opened) => void reviewOpened(opened)),
    bridge.on(CONNECTION_PUSH, (state) => {
      isLost ||= state !== 'connected';
      if (state !== 'connected' || !isLost) return;
      isLost = false;
      notices.forget('disconnected');
      void readAll();
    }),
  ];
  stops.push(
    reportVisibility((visible) => {
      if (visible) void orphanTasks.read(false);
    }),
  );
  const orphanPoll = setInterval(() => void orphanTasks.read(false), ORPHAN_POLL_MS);
  void readAll();
  return () => {
    clearInterval(orphanPoll);
    for (const stop of stops) stop();
  };
}

/** Reads everything from main, after the start or a reconnect. */
async function readAll(): Promise<void> {
  await Promise.all([
    load('app:info', (app) => {
      // Shown once: a reconnect is no new damage.
      if (!setup.app)
        notices.refuse(
          [app.rebuilt, app.damagedJobs, app.settingsReset, app.homeOnNetwork].filter((error) => error !== null),
        );
      setup.app = app;
    }),
    load('settings:get', (settings) => void (setup.settings = settings)),
    load('service:get', showAccount),
    readQueue(),
    load('samples:list', (samples) => void (setup.samples = samples)),
    load('queue:paused', (pause) => void (queue.pause = pause)),
    recipes.read(),
    folders.read(),
    collections.read(),
    deliveries.read(),
    spendingState.read(),
    orphanTasks.read(false),
    updates.read(),
    crash.read(),
  ]);
}

/** The header and the status bar change in the same frame. */
function showAccount({ service, today }: AccountState): void {
  setup.service = service;
  spendingState.today = today;
}

/** Reads the queue in parts, so that the first one is visible early. */
async function readQueue(): Promise<void> {
  const endReading = queue.beginReading();
  let after: Input<'queue:list'> = null;
  do {
    const reply: Reply<Output<'queue:list'>> = await ask('queue:list', after);
    if (!reply.ok) return notices.refuse([reply.error]);
    queue.readPart(reply.value.jobs);
    ({ after } = reply.value);
    olderJobs.reset(reply.value.hasOlder);
  } while (after !== null);
  endReading();
}

/** Applies a reply immediately: if it waited for the others, it would revert pushes that arrived in the meantime. */
async function load<C extends Call>(channel: C, use: (value: Output<C>) => void): Promise<void> {
  const reply = await ask(channel, null as Input<C>);
  if (reply.ok) use(reply.value);
  else notices.refuse([reply.error]);
}
