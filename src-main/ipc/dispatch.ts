import type { z } from 'zod';
import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import type { CallLimit } from './call-limit.ts';
import { toTooLargeReply } from '../../src-shared/ipc/call-limits.ts';
import { calls, type Call, type Handlers } from '../../src-shared/ipc/contract.ts';
import type { Reply } from '../../src-shared/ipc/page-bridge.ts';
import { log } from '../base/log/log.ts';
import { toQueueWriteError } from '../queue/store/to-queue-write-error.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Handlers and call limit of the caller. */
export interface CallingPage {
  readonly handlers: Handlers;
  readonly admits: CallLimit;
}

/**
 * Answers one call of the page from any transport: checks the rate, parses the input, runs the handler, and converts errors
 * to values.
 */
export async function dispatch(page: CallingPage, channel: unknown, input: unknown): Promise<Reply<unknown>> {
  try {
    if (!page.admits()) throw new AppError('bad_request', message('page.too-many-requests'), { retryable: true });
    if (!isCall(channel)) throw new AppError('bad_request', message('page.no-such-call'));
    const parsed = calls[channel][0].safeParse(input);
    if (!parsed.success && hasTooManyItems(parsed.error)) return toTooLargeReply();
    if (!parsed.success) throw new AppError('bad_request', message('page.invalid-input', { call: channel }));
    // The table ties each schema to its handler; the compiler cannot follow that through a channel of union type.
    const handle = page.handlers[channel] as (input: unknown) => Promise<unknown>;
    return { ok: true, value: await handle(parsed.data) };
  } catch (caught) {
    const thrown = toQueueWriteError(caught);
    if (!(thrown instanceof AppError)) log.error('page', String(channel), thrown);
    else log.note('page', `${String(channel)}: ${thrown.code}. ${thrown.message}`);
    return { ok: false, error: toErrorInfo(thrown) };
  }
}

function hasTooManyItems({ issues }: z.ZodError): boolean {
  return issues.some((issue) => issue.code === 'too_big' && issue.origin === 'array');
}

function isCall(channel: unknown): channel is Call {
  return typeof channel === 'string' && Object.hasOwn(calls, channel);
}
