import { expect, test } from 'vitest';
import { createPushChannel } from '../../src-main/ipc/push-channel.ts';

test('a push reaches every listener until it stops or the channel closes', () => {
  const { push, onPush, close } = createPushChannel();
  const heard: unknown[] = [];
  const stop = onPush((channel, payload) => heard.push(['one', channel, payload]));
  onPush((channel) => heard.push(['other', channel]));
  push('folders:changed', []);
  stop();
  push('log:changed', []);
  close();
  push('log:changed', []);
  expect(heard).toEqual([
    ['one', 'folders:changed', []],
    ['other', 'folders:changed'],
    ['other', 'log:changed'],
  ]);
});
