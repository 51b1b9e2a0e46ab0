import { AppError, type ErrorCode } from '../../src-shared/base/errors.ts';
import type { MessageOrText } from '../../src-shared/messages/message.ts';

/** An error as plain data that crosses a process boundary. */
export type ReadError =
  | {
      readonly kind: 'expected';
      readonly code: ErrorCode;
      readonly detail: MessageOrText;
      readonly subject: MessageOrText | null;
      readonly retryable: boolean;
    }
  | {
      readonly kind: 'system';
      readonly code: string | null;
      readonly syscall: string | null;
      readonly path: string | null;
      readonly message: string;
    };

/** Returns an error as plain data; unexpected errors keep their message and the fields of a system error. */
export function encodeReadError(error: unknown): ReadError {
  if (error instanceof AppError) {
    const { code, detail, subject, retryable } = error;
    return { kind: 'expected', code, detail, subject, retryable };
  }
  const { code, syscall, path, message } = error as NodeJS.ErrnoException;
  return { kind: 'system', code: code ?? null, syscall: syscall ?? null, path: path ?? null, message };
}

/** Returns the error that `encodeReadError` was given. */
export function decodeReadError(data: ReadError): Error {
  if (data.kind === 'expected') {
    const { code, detail, subject, retryable } = data;
    return new AppError(code, detail, { subject, retryable });
  }
  const { code, syscall, path, message } = data;
  return Object.assign(new Error(message), {
    ...(code === null ? {} : { code }),
    ...(syscall === null ? {} : { syscall }),
    ...(path === null ? {} : { path }),
  });
}
