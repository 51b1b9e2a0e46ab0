import { expect, test } from 'vitest';
import type { QueuePause } from '../../../../src-shared/ipc/views/money-view.ts';
import { pausesServiceInUse } from '../../../../src-renderer/features/queue/queue-pause.ts';

const ONE = { service: 'cloud', cloud: { baseUrl: 'https://one.example', deployment: 'international' } } as const;
const TWO = { service: 'cloud', cloud: { baseUrl: 'https://two.example', deployment: 'international' } } as const;

test('a pause for the credits of one service leaves the window with the service, and comes back with it', () => {
  const reason = {
    ...{ code: 'insufficient_credits', subject: 'one', detail: '', retryable: false, requestId: null },
  } as const satisfies QueuePause['reason'];
  const pause = { paused: true, reason, services: ['https://one.example'] };
  const local = { service: 'local', cloud: ONE.cloud } as const;
  expect([ONE, TWO, local, ONE].map((settings) => pausesServiceInUse(pause, settings))).toEqual([
    ...[true, false, false, true],
  ]);
});

test('a pause by a person holds every service, and no pause none', () => {
  const pause = { paused: true, reason: null, services: null };
  expect([ONE, TWO, null].map((settings) => pausesServiceInUse(pause, settings))).toEqual([true, true, true]);
  expect(pausesServiceInUse({ ...pause, paused: false }, ONE)).toBe(false);
});
