import { randomUUID } from 'node:crypto';
import type { HostileRow } from './run-hostile-job.ts';
import { httpAnswer } from '../helpers/service/raw-service.ts';
import * as reply from './replies.ts';
import { CHARGED, DONE, HELD, NOT_SENT, NOT_SENT_YET, TWO_DONE, UNCONFIRMED } from './outcomes.ts';

const DAY_MS = 24 * 3_600_000;

/** States, ids, statuses, clocks and links that contradict the interface or each other. */
export const TASK_ROWS: readonly HostileRow[] = [
  {
    region: 'reports less progress each time, then success',
    behaviour: {
      tell: (task, looks) => (looks < 3 ? { ...task, status: 'running', progress: 90 - 30 * looks, output: {} } : task),
    },
    expected: DONE,
  },
  {
    region: 'reports a running task as queued again, then success',
    behaviour: {
      tell: (task, looks) =>
        looks < 3 ? { ...task, status: ['running', 'queued', 'running'][looks], output: {} } : task,
    },
    expected: DONE,
  },
  {
    region: 'reports success, then running, and its links have expired',
    behaviour: {
      tell: (task, looks) => (looks > 1 ? { ...task, status: 'running', progress: 10, output: {} } : task),
      on: { file: reply.refusal(403, 1003) },
    },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.no-file',
      text: 'shape.png: The model is finished but could not be downloaded. The service lists no file for this task. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'reports the task as running for ever',
    behaviour: { tell: (task) => ({ ...task, status: 'running', progress: 99, output: {}, credits_consumed: 0 }) },
    expected: { ...HELD, job: 'running', messages: '', text: '' },
  },
  {
    region: 'gives two creations the same task id',
    behaviour: { repeatsId: true },
    jobs: 2,
    expected: {
      ...DONE,
      job: 'done / unknown: outcome_unknown',
      shown: '110.00 charged / 110.00 charge unconfirmed',
      ledger: '110.00 charged, 110.00 held',
      posts: '2',
      messages: 'error.outcome_unknown, task.no-confirmation',
      text: 'shape.png: No confirmation from the service. You may have been charged. Keep checking, send again, or stop checking. Dropforge never sends a task twice automatically.',
      after: 'done / unknown: outcome_unknown, 2 POSTs',
    },
  },
  {
    region: 'starts two tasks for one creation and resets it',
    behaviour: { starts: () => 2, on: { create: reply.cut('before the status') } },
    expected: TWO_DONE,
  },
  {
    region: 'reports a state that the interface does not have',
    behaviour: { tell: (task) => ({ ...task, status: 'dormant', credits_consumed: 110 }) },
    expected: {
      ...UNCONFIRMED,
      job: 'failed: task_failed',
      messages: 'error.task_failed, task.state',
      text: 'Could not generate a model from shape.png. The service reports the state “dormant”. It may have been charged. Try another image, or retry.',
    },
  },
  {
    region: 'reports the task as missing',
    behaviour: {
      on: {
        poll: (call) => {
          const { task_ids: ids } = JSON.parse(call.request.body.toString()) as { task_ids: string[] };
          return reply.data({ tasks: {}, missed: ids })(call);
        },
      },
    },
    expected: {
      ...UNCONFIRMED,
      job: 'unknown: task_missing',
      messages: 'error.task_missing, task.id',
      text: 'shape.png: The service no longer has this task. Task …. It may have been charged. Check the API key, then keep checking. Dropforge never sends a task twice automatically.',
    },
  },
  {
    region: 'answers polls about another task only',
    behaviour: { tell: (task) => ({ ...task, task_id: randomUUID() }) },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'answers the creation with 429 and `Retry-After` in seconds, once',
    behaviour: {
      starts: afterOne,
      on: { create: reply.first(1, reply.refusal(429, 1007, { 'retry-after': 300 })) },
    },
    retryAfter: { kind: 'create', seconds: 300 },
    expected: { ...DONE, posts: '2', pause: 'at least 300 s' },
  },
  {
    region: 'answers the creation with 429 and `Retry-After` as a date, once',
    behaviour: {
      starts: afterOne,
      on: {
        create: reply.first(1, (call) => reply.refusal(429, 2000, { 'retry-after': inFiveMinutes(call.clock) })(call)),
      },
    },
    retryAfter: { kind: 'create', seconds: 300 },
    expected: { ...DONE, posts: '2', pause: 'at least 300 s' },
  },
  {
    region: 'answers the creation with 429 after it started the task',
    behaviour: { on: { create: reply.first(1, reply.refusal(429, 1007, { 'retry-after': 30 })) } },
    expected: DONE,
  },
  {
    region: 'answers the creation with a 429 of a gateway after it started the task',
    behaviour: { on: { create: reply.first(1, () => ({ pieces: [httpAnswer(429, 'slow down')] })) } },
    expected: DONE,
  },
  {
    region: 'answers the creation with 408 after it started the task',
    behaviour: { on: { create: reply.first(1, reply.refusal(408, 1000)) } },
    expected: DONE,
  },
  {
    region: 'answers the creation with 429 after it started the task, and lists the task half a minute later',
    behaviour: { listsAfterMs: 30_000, on: { create: reply.first(1, reply.refusal(429, 1007)) } },
    expected: DONE,
  },
  {
    region: 'answers the creation with a 429 of a gateway after it started the task, and lists it half a minute later',
    behaviour: {
      listsAfterMs: 30_000,
      on: { create: reply.first(1, () => ({ pieces: [httpAnswer(429, 'slow down')] })) },
    },
    expected: DONE,
  },
  {
    region: 'answers every creation with 429 and an invalid `Retry-After`',
    // Each order after the first is preceded by a minute of searches.
    moreRequests: 30,
    behaviour: { starts: () => 0, on: { create: reply.refusal(429, 1007, { 'retry-after': '-5' }) } },
    expected: {
      ...NOT_SENT_YET,
      job: 'waiting: rate_limited',
      posts: 'several',
      messages: 'error.rate_limited',
      text: 'shape.png: Rate limit reached. Nothing was charged. Dropforge will retry automatically.',
      after: 'done, several POSTs',
    },
  },
  {
    region: 'answers every poll with 429',
    behaviour: { on: { poll: reply.refusal(429, 1007, { 'retry-after': 5 }) } },
    expected: {
      ...HELD,
      job: 'waiting: rate_limited',
      messages: 'error.rate_limited',
      text: 'shape.png: Rate limit reached. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'answers four downloads with 429 and `Retry-After` in seconds',
    behaviour: { on: { file: reply.first(4, reply.refusal(429, 1007, { 'retry-after': 300 })) } },
    retryAfter: { kind: 'file', seconds: 300 },
    expected: { ...DONE, pause: 'at least 300 s' },
  },
  {
    region: 'answers an upload with 429 and `Retry-After` as a date, once',
    behaviour: {
      on: {
        upload: reply.first(1, (call) => reply.refusal(429, 1007, { 'retry-after': inFiveMinutes(call.clock) })(call)),
      },
    },
    retryAfter: { kind: 'upload', seconds: 300 },
    expected: { ...DONE, pause: 'at least 300 s' },
  },
  {
    region: 'rejects the key of every poll',
    behaviour: { on: { poll: reply.refusal(401, 2) } },
    expected: {
      ...UNCONFIRMED,
      job: 'failed: invalid_api_key',
      messages: 'error.invalid_api_key',
      text: 'shape.png: The service rejected the API key. It may have been charged. A key works in one region only. Check the region, or enter another key.',
    },
  },
  {
    region: 'answers every poll with 403',
    behaviour: { on: { poll: reply.refusal(403, 1003) } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error',
      text: 'shape.png: The service returned an error. Request refused. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'answers every poll with 404',
    behaviour: { on: { poll: reply.refusal(404, 4001) } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error',
      text: 'shape.png: The service returned an error. Request refused. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'rejects the key of the creation',
    behaviour: { starts: () => 0, on: { create: reply.refusal(401, 2) } },
    expected: {
      ...NOT_SENT,
      job: 'failed: invalid_api_key',
      posts: '1',
      messages: 'error.invalid_api_key',
      text: 'shape.png: The service rejected the API key. Nothing was charged. A key works in one region only. Check the region, or enter another key.',
      after: 'done, 2 POSTs',
    },
  },
  {
    region: 'answers the creation with 403: not enough credits',
    behaviour: { starts: () => 0, on: { create: reply.refusal(403, 2010) } },
    expected: {
      ...NOT_SENT_YET,
      job: 'waiting: insufficient_credits',
      posts: '1',
      messages: 'error.insufficient_credits',
      text: 'shape.png: Not enough credits. Request refused. Nothing was charged. Top up, then resume. Or use the local service, which is free.',
      after: 'done, 2 POSTs',
    },
  },
  {
    region: 'answers the creation with the server error 1000 after it started the task',
    behaviour: { on: { create: reply.refusal(500, 1000) } },
    expected: DONE,
  },
  {
    region: 'answers the first link with 403',
    behaviour: { on: { file: reply.first(1, reply.refusal(403, 1003)) } },
    expected: DONE,
  },
  {
    region: 'answers every link with 403',
    behaviour: { on: { file: reply.refusal(403, 1003) } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.address-refused',
      text: 'shape.png: The model is finished but could not be downloaded. The server refused the download address, also a new one. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'names task types differently and resets the creation',
    behaviour: { toType: (operation) => `${operation}_v3`, on: { create: reply.cut('before the status') } },
    expected: DONE,
  },
  {
    region: 'names task types differently, starts two for one creation and resets it',
    behaviour: {
      toType: (operation) => `${operation}_v3`,
      starts: () => 2,
      on: { create: reply.cut('before the status') },
    },
    expected: TWO_DONE,
  },
  {
    region: 'lists more than a page of old tasks first and resets the creation',
    behaviour: { listsOldFirst: 250, on: { create: reply.cut('before the status') } },
    expected: DONE,
  },
  {
    region: 'has a clock one day ahead and resets the creation',
    behaviour: { skewMs: DAY_MS, on: { create: reply.cut('before the status') } },
    expected: DONE,
  },
  {
    region: 'has a clock one day behind and resets the creation',
    behaviour: { skewMs: -DAY_MS, on: { create: reply.cut('before the status') } },
    expected: DONE,
  },
];

/** The first creation starts no task. */
function afterOne(earlier: number): number {
  return earlier === 0 ? 0 : 1;
}

/** The whole second after five minutes. */
function inFiveMinutes({ now }: { now(): number }): string {
  return new Date(Math.ceil(now() / 1000) * 1000 + 300_000).toUTCString();
}
