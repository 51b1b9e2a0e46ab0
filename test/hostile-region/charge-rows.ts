import type { HostileRow } from './run-hostile-job.ts';
import { CHARGED, DONE } from './outcomes.ts';

/** The keys of further models, all with one address. */
function listModels(url: unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: 399 }, (_, at) => [`model_${at + 2}_url`, url]));
}

/** Charges and outputs that do not fit the state of the task. */
export const CHARGE_ROWS: readonly HostileRow[] = [
  {
    region: 'reports a negative charge',
    behaviour: { tell: (task) => ({ ...task, credits_consumed: -110 }) },
    expected: { ...DONE, shown: '110.00 charge unconfirmed', ledger: '110.00 held', service: '-110' },
  },
  {
    region: 'reports a charge of 10^15 credits',
    behaviour: { tell: (task) => ({ ...task, credits_consumed: 1e15 }) },
    expected: { ...DONE, shown: '110.00 charge unconfirmed', ledger: '110.00 held', service: '1000000000000000' },
  },
  {
    region: 'reports a hundred times the price',
    behaviour: { tell: (task) => ({ ...task, credits_consumed: 11_000 }) },
    expected: { ...DONE, shown: '11,000.00 charged', ledger: '11000.00 charged', service: '11000' },
  },
  {
    region: 'fails the task without a charge',
    behaviour: {
      tell: (task) => ({
        ...task,
        status: 'failed',
        output: {},
        credits_consumed: 0,
        error_code: 2007,
        error_message: 'No shape.',
      }),
    },
    expected: {
      ...DONE,
      job: 'failed: task_failed',
      shown: '110.00 refunded',
      ledger: '110.00 refunded',
      service: '0',
      messages: 'error.task_failed',
      text: 'Could not generate a model from shape.png. No shape. The held credits were refunded. Try another image, or retry.',
      after: 'done, 2 POSTs',
    },
  },
  {
    region: 'fails the task and reports a charge for it',
    behaviour: {
      tell: (task) => ({
        ...task,
        status: 'failed',
        output: {},
        credits_consumed: 110,
        error_code: 2007,
        error_message: 'No shape.',
      }),
    },
    expected: {
      ...DONE,
      job: 'failed: task_failed',
      messages: 'error.task_failed, job-note.failed-task-charged',
      text: 'Could not generate a model from shape.png. No shape. 110.00 credits were charged. Try another image, or retry. The service charged 110.00 credits for a task that failed.',
      after: 'held, 1 POST',
    },
  },
  {
    region: 'cancels the task and reports a charge for it',
    behaviour: { tell: (task) => ({ ...task, status: 'cancelled', output: {}, credits_consumed: 110 }) },
    expected: {
      ...DONE,
      job: 'failed: task_failed',
      messages: 'error.task_failed, task.cancelled, job-note.failed-task-charged',
      text: 'Could not generate a model from shape.png. The service cancelled it. 110.00 credits were charged. Try another image, or retry. The service charged 110.00 credits for a task that failed.',
      after: 'held, 1 POST',
    },
  },
  {
    region: 'reports success without outputs',
    behaviour: { tell: (task) => ({ ...task, output: {} }) },
    expected: {
      ...CHARGED,
      job: 'failed: result_missing',
      messages: 'error.result_missing, result.missing',
      text: 'shape.png: The service reported success without a result. Task … was charged 110.00 credits and is kept. 110.00 credits were charged for finished steps. Retry. Checking the task again is free.',
    },
  },
  {
    region: 'lists 400 models for one task',
    behaviour: { tell: (task) => ({ ...task, output: { ...task.output, ...listModels(task.output['model_url']) } }) },
    expected: {
      ...DONE,
      messages: 'job-note.too-many-models',
      text: 'The task lists 400 models. The first 100 were downloaded.',
    },
  },
  {
    region: 'reports success with an image as the only output',
    behaviour: { tell: (task) => ({ ...task, output: { generated_image_url: task.output['model_url'] } }) },
    expected: {
      ...CHARGED,
      job: 'failed: result_missing',
      messages: 'error.result_missing, result.missing',
      text: 'shape.png: The service reported success without a result. Task … was charged 110.00 credits and is kept. 110.00 credits were charged for finished steps. Retry. Checking the task again is free.',
    },
  },
];
