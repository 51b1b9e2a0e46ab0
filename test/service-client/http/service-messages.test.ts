import { describe, expect, test } from 'vitest';
import { formatMessage } from '../../../src-shared/api/messages/format-message.ts';
import { serviceMessage, toWireText } from '../../../src-shared/api/messages/service-message.ts';
import { CHINESE } from '../../../src-shared/messages/chinese.ts';
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

test('an error of another service keeps its own words', () => {
  const error = toServiceError(FACTS, { code: 1004, message: 'No such mesh.', suggestion: 'Try another.' });
  expect(error.detail).toBe('No such mesh. Try another.');
});
