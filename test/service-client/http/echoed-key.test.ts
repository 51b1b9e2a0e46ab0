import { expect, test } from 'vitest';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { parseErrorEnvelope, toServiceError, toTaskError } from '../../../src-main/service-client/http/to-app-error.ts';
import { log } from '../../../src-main/base/log/log.ts';

test('a key that a service repeats in its words is not passed on', () => {
  const key = 'tsk_repeated-by-a-careless-region';
  log.hide(key);
  const body = JSON.stringify({ code: 1002, message: `Bad key ${key}.`, suggestion: `Replace ${key}.` });
  const envelope = parseErrorEnvelope(body);
  expect(envelope?.message).toBe('Bad key [hidden].');
  const error = toServiceError({ status: 401, requestId: null, retryAt: null }, envelope);
  expect(`${error.message} ${String(error.cause)} ${JSON.stringify(error.cause)}`).not.toContain(key);
  expect(toTaskError(2000, `Failed for ${key}`).message).toBe('Failed for [hidden]');
  const sent = serviceMessage('api.no-task', { id: key });
  expect(toTaskError(2001, toEnglish(sent), sent).detail).toBe('Task [hidden] does not exist.');
});
