import { describe, expect, test } from 'vitest';
import { formatMessage } from '../../../src-shared/api/messages/format-message.ts';
import { serviceMessage, toWireText } from '../../../src-shared/api/messages/service-message.ts';
import { toErrorInfo } from '../../../src-shared/base/errors.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import { ENGLISH } from '../../../src-shared/messages/english.ts';
import { CHINESE } from '../../../src-shared/messages/chinese.ts';
import { ApiError } from '../../../src-main/local-service/api-error.ts';
import { toErrorBody } from '../../../src-main/local-service/http/envelope.ts';
import { toServiceError, verifyMessage } from '../../../src-main/service-client/http/to-app-error.ts';

const FACTS = { status: 400, requestId: null, retryAt: null };

describe('an error that came with a message', () => {
  const sent = serviceMessage('api.file-too-large', { max: 50 });
  const fields = { message_id: sent.id, message_params: sent.params };

  test('is shown in English and in Chinese, its suggestion too', () => {
    const envelope = { code: 1004, message: toWireText(sent), suggestion: 'Send a smaller file.', ...fields };
    const error = toServiceError(FACTS, envelope);
    expect(error.message).toBe('The file is larger than 50 MB. Send a smaller file.');
    expect(formatMessage(CHINESE, error.detail)).toBe('文件超过 50 MB。发送较小的文件。');
  });

  test('is shown in the words of the service where these say something else', () => {
    const error = toServiceError(FACTS, { code: 1004, message: 'The quota is used up.', suggestion: '', ...fields });
    expect(error.detail).toBe('The quota is used up.');
  });

  test('is shown in the words of the service where this version does not know the message', () => {
    expect(verifyMessage('Too late.', { id: 'api.of-a-later-version', params: {} })).toBe('Too late.');
    // An unknown message is formatted as its id.
    expect(verifyMessage('Too late.', { id: 'Too late.', params: {} })).toBe('Too late.');
  });
});

describe('a key whose budget is used up', () => {
  const amounts = { period: 'day', price: '110.00', used: '20.00', budget: '100.00' };
  const sent = new ApiError(2010, serviceMessage('api.key-budget', amounts), { suggestion: 'suggestion.key-budget' });
  const envelope = toErrorBody(sent, 'id');

  test('is not advised to top up: on the wire, in the window and on the command line, in both languages', () => {
    const error = toServiceError({ ...FACTS, status: 403 }, envelope);
    expect(error.code).toBe('key_budget_used');
    const info = { ...toErrorInfo(error), subject: 'Studio' };
    const texts = [ENGLISH, CHINESE].map((catalogue) => describeError(info, undefined, catalogue));
    expect(texts).toEqual([
      {
        happened:
          'The budget of the API key for Studio does not cover the next step. This costs 110.00 credits. Today this API key has used 20.00 of its budget of 100.00.',
        next: 'Ask whoever runs the service for a higher budget, or wait until it resets, then resume.',
      },
      {
        happened:
          'Studio 的 API 密钥预算不足以支付下一步。这需要 110.00 积分。此 API 密钥今天已使用预算 100.00 中的 20.00。',
        next: '让服务的管理员提高预算，或等待预算重置，然后继续。',
      },
    ]);
    expect(JSON.stringify([envelope, texts])).not.toMatch(/top up|充值/i);
    expect(envelope.suggestion).toBe('Ask whoever runs the service for a higher budget, or wait until it resets.');
  });

  test('is another case than a balance that is used up', () => {
    const funds = new ApiError(2010, serviceMessage('api.funds', { price: '110.00', balance: '1.00' }));
    const error = toServiceError({ ...FACTS, status: 403 }, toErrorBody(funds, 'id'));
    expect([error.code, funds.suggestion]).toEqual(['insufficient_credits', 'Top up, or create fewer tasks.']);
  });
});

test('an error of another service keeps its own words', () => {
  const error = toServiceError(FACTS, { code: 1004, message: 'No such mesh.', suggestion: 'Try another.' });
  expect(error.detail).toBe('No such mesh. Try another.');
});
