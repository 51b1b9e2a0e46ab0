import type { Job } from '../../src-shared/job.ts';
import { bridge, listen } from './bridge.ts';
import { CONNECTION_PUSH } from './browser-bridge.ts';
import { act, notices } from './notices.svelte.ts';
import { tellVisibility } from './page-visibility.ts';
import { queue } from './queue.svelte.ts';
import { setup } from './service.svelte.ts';

/** Connects the page's state to main: hears first, then asks, so that nothing falls between. Returns the way to stop. */
export function startState(): () => void {
  const changed = new Map<string, Job>();
  const removed = new Set<string>();
  let frame = 0;

  function applyFrame(): void {
    frame = 0;
    queue.apply([...changed.values()], [...removed]);
    changed.clear();
    removed.clear();
  }

  const stops = [
    listen('queue:changed', (change) => {
      for (const job of change.jobs) {
        changed.set(job.id, job);
        removed.delete(job.id);
      }
      for (const id of change.removed) {
        removed.add(id);
        changed.delete(id);
      }
      // A hidden page has no frames; its list is brought up to date with the first one it gets.
      frame ||= requestAnimationFrame(applyFrame);
    }),
    listen('settings:changed', (settings) => {
      setup.settings = settings;
    }),
    listen('service:changed', (service) => {
      setup.service = service;
    }),
    bridge.on(CONNECTION_PUSH, (payload) => {
      const { connected } = payload as { connected: boolean };
      if (connected && !setup.connected) void readAll();
      setup.connected = connected;
    }),
  ];
  stops.push(tellVisibility());
  void readAll();
  return () => {
    cancelAnimationFrame(frame);
    for (const stop of stops) stop();
  };
}

/** Everything main knows, as after the first start or a lost line. */
async function readAll(): Promise<void> {
  const [app, settings, service, jobs, samples] = await Promise.all([
    act('app:info', null),
    act('settings:get', null),
    act('service:get', null),
    act('queue:list', null),
    act('samples:list', null),
  ]);
  // Told once: a lost line is no new damage.
  if (app?.rebuilt && !setup.app) notices.refuse([app.rebuilt]);
  setup.app = app ?? setup.app;
  setup.settings = settings ?? setup.settings;
  setup.service = service ?? setup.service;
  setup.samples = samples ?? setup.samples;
  if (jobs) queue.replace(jobs);
}
