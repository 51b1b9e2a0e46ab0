import { describe, expect, test } from 'vitest';
import { describeError, describeFinalError } from '../../../src-shared/messages/describe-error.ts';
import { errorInfoSchema } from '../../../src-shared/base/error-info-schema.ts';
import { AppError, ERROR_CODES, toErrorInfo } from '../../../src-shared/base/errors.ts';

describe('the words of a failure', () => {
  test.each(ERROR_CODES)('%s says what happened and what to do, calmly', (code) => {
    for (const subject of [null, 'chair.png']) {
      const { happened, next } = describeError({ code, subject, detail: 'Detail.', retryable: false, requestId: null });
      for (const sentence of [happened, next]) {
        expect(sentence).toMatch(/^\S.*[.]$/s);
        expect(sentence).not.toMatch(/!|undefined|null/i);
      }
      expect(next).not.toContain(happened);
    }
  });

  test('promise no retry to a command that ended', () => {
    for (const code of ERROR_CODES) {
      const info = { code, subject: null, detail: '', retryable: true, requestId: null };
      const { next } = describeFinalError(info);
      expect(next, code).not.toMatch(/will (retry|restart)/);
      if (!/will (retry|restart)/.test(describeError(info).next)) expect(next).toBe(describeError(info).next);
    }
  });

  test('name the thing where it is about one', () => {
    const info = {
      code: 'not_a_picture',
      subject: 'notes.txt',
      detail: '',
      retryable: false,
      requestId: null,
    } as const;
    expect(describeError(info).happened).toBe('notes.txt is not an image.');
    expect(describeError({ ...info, subject: null }, 'shot.png').happened).toBe('shot.png is not an image.');
  });
});

describe('a failure as data', () => {
  test('keeps what an AppError knows and nothing else', () => {
    const cause = new Error('secret');
    const info = toErrorInfo(new AppError('offline', '(ECONNREFUSED)', { retryable: true, requestId: 'r1', cause }));
    expect(info).toEqual({
      code: 'offline',
      subject: null,
      detail: '(ECONNREFUSED)',
      retryable: true,
      requestId: 'r1',
    });
    expect(errorInfoSchema.parse(info)).toEqual(info);
  });

  test.each([[new TypeError('x is not a function')], ['a string'], [null]])(
    'calls %s a bug that is never retried',
    (thrown) => {
      expect(toErrorInfo(thrown)).toMatchObject({ code: 'bug', retryable: false });
    },
  );
});
