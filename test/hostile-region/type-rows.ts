import * as reply from './replies.ts';
import type { HostileRow } from './run-hostile-job.ts';
import { CHARGED, DONE, HELD, NOT_SENT, UNCONFIRMED } from './outcomes.ts';

/** Values of another type than the interface has. */
export const TYPE_ROWS: readonly HostileRow[] = [
  {
    region: 'sends the lifetime of an upload address as text',
    behaviour: {
      on: {
        presign: (call) =>
          reply.data({ presigned_url: `${call.origin}/put`, file_token: 'file_1', expires_in: '1800' })(call),
      },
    },
    expected: DONE,
  },
  {
    region: 'sends an empty file token',
    behaviour: {
      on: {
        presign: (call) => reply.data({ presigned_url: `${call.origin}/put`, file_token: '', expires_in: 1800 })(call),
      },
    },
    expected: {
      ...NOT_SENT,
      job: 'failed: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. Nothing was charged. Retry later.',
    },
  },
  {
    region: 'answers the creation with a number instead of a task id',
    behaviour: { on: { create: reply.data({ task_id: 7, type: 'x', status: 'queued' }) } },
    expected: DONE,
  },
  {
    region: 'sends type and status of a created task as numbers',
    behaviour: {
      on: {
        create: (call) => {
          const text = call.honest
            .toString()
            .replace(/"type":"\w+","status":"\w+"/, '"type":77777777777777,"status":1');
          return { pieces: [Buffer.from(text.replace(/content-length: \d+/, (field) => lengthOf(text, field)))] };
        },
      },
    },
    expected: DONE,
  },
  {
    region: 'sends polled tasks as an array instead of an object',
    behaviour: { on: { poll: reply.data({ tasks: [], missed: [] }) } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'sends progress, charge and creation time as other types',
    behaviour: {
      tell: (task) => ({ ...task, progress: '50', credits_consumed: String(task.credits_consumed), created_at: 5 }),
    },
    expected: DONE,
  },
  {
    region: 'sends the input and output of a task as arrays',
    behaviour: { tell: (task) => ({ ...task, input: [task.input], output: [task.output] }) },
    expected: {
      ...CHARGED,
      job: 'failed: result_missing',
      messages: 'error.result_missing, result.missing',
      text: 'shape.png: The service reported success without a result. Task … was charged 110.00 credits and is kept. 110.00 credits were charged for finished steps. Retry. Checking the task again is free.',
    },
  },
  {
    region: 'sends the status of a task as a number',
    behaviour: { tell: (task) => ({ ...task, status: 3 }) },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'sends the usage history as an object after it reset the creation',
    behaviour: { on: { create: reply.cut('before the status'), usage: reply.data({ rows: [] }) } },
    expected: {
      ...UNCONFIRMED,
      job: 'unknown: outcome_unknown',
      messages: 'error.outcome_unknown, service.unexpected-response',
      text: 'shape.png: No confirmation from the service. You may have been charged. Keep checking, send again, or stop checking. Dropforge never sends a task twice automatically.',
    },
  },
];

function lengthOf(text: string, field: string): string {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  return field.replace(/\d+/, String(Buffer.byteLength(body)));
}
