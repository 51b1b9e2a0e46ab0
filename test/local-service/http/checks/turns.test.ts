import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../../../src-main/local-service/http/checks/turns.ts';

/** A response that a test closes. */
function openResponse() {
  const response = Object.assign(new EventEmitter(), { closed: false, setTimeout: () => response });
  const close = (): void => {
    response.closed = true;
    response.emit('close');
  };
  return { response: response as unknown as ServerResponse, close };
}

test('turns are given in order, and end when a response is closed, before or after its turn', async () => {
  const turns = createTurns(2);
  const responses = Array.from({ length: 6 }, openResponse);
  const begun: number[] = [];
  for (const [index, { response }] of responses.entries()) void turns.take(response).then(() => begun.push(index));
  await tick();
  expect(begun).toEqual([0, 1]);
  responses[3]!.close();
  await tick();
  expect(begun).toEqual([0, 1, 3]);
  responses[1]!.close();
  await tick();
  expect(begun).toEqual([0, 1, 3, 2]);
  responses[0]!.close();
  responses[2]!.close();
  await tick();
  expect(begun).toEqual([0, 1, 3, 2, 4, 5]);
  const late = openResponse();
  late.close();
  await turns.take(late.response);
  for (const { close } of responses) close();
  await turns.take(openResponse().response);
});
