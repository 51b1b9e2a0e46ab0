import type { HostileRow } from './run-hostile-job.ts';
import * as reply from './replies.ts';
import { CHARGED, DONE, HELD, NEVER_STARTED, NOT_SENT } from './outcomes.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Responses with another content, size or encoding than the interface has. */
export const CONTENT_ROWS: readonly HostileRow[] = [
  {
    region: 'answers requests for an upload address with a web page and status 200',
    behaviour: { on: { presign: reply.html(200) } },
    expected: {
      ...NOT_SENT,
      job: 'failed: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. Nothing was charged. Retry later.',
    },
  },
  {
    region: 'answers the creation with a web page and status 200 after it started the task',
    behaviour: { on: { create: reply.html(200) } },
    expected: DONE,
  },
  {
    region: 'answers the creation with a web page and status 502 after it started the task',
    behaviour: { on: { create: reply.html(502) } },
    expected: DONE,
  },
  {
    region: 'answers the creation with a web page and status 502 and starts no task',
    behaviour: { starts: () => 0, on: { create: reply.html(502) } },
    expected: {
      ...NEVER_STARTED,
      job: 'unknown: outcome_unknown',
      messages: 'error.outcome_unknown, task.no-confirmation',
      text: 'shape.png: No confirmation from the service. You may have been charged. Keep checking, send again, or stop checking. Dropforge never sends a task twice automatically.',
    },
  },
  {
    region: 'answers polls with a web page and status 200',
    behaviour: { on: { poll: reply.html(200) } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'answers polls with a web page and status 502',
    behaviour: { on: { poll: reply.html(502) } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, result.status',
      text: 'shape.png: The service returned an error. The server returned 502. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'sends a web page instead of the model',
    behaviour: { on: { file: reply.html(200) } },
    expected: {
      ...CHARGED,
      job: 'failed: result_damaged',
      messages: 'error.result_damaged, result.web-page',
      text: 'shape.png: The downloaded file is damaged. It is a web page. 110.00 credits were charged for finished steps. Retry. Downloading it again is free.',
    },
  },
  {
    region: 'answers downloads with a web page and status 502',
    behaviour: { on: { file: reply.html(502) } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.status',
      text: 'shape.png: The model is finished but could not be downloaded. The server returned 502. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'answers two polls at once, the second time that the task failed',
    behaviour: {
      on: {
        poll: (call) => {
          const [id = ''] = (JSON.parse(call.request.body.toString()) as { task_ids: string[] }).task_ids;
          return reply.twice(reply.data({ tasks: { [id]: { task_id: id, status: 'failed' } } }))(call);
        },
      },
    },
    expected: DONE,
  },
  {
    region: 'answers the creation twice, the second time with another task',
    behaviour: {
      on: {
        create: reply.twice(
          reply.data({ task_id: '00000000-0000-4000-8000-000000000001', type: 'x', status: 'queued' }),
        ),
      },
    },
    expected: DONE,
  },
  {
    region: 'sends poll responses without end',
    behaviour: { on: { poll: reply.endless } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.response-too-long',
      text: 'shape.png: The service returned an error. Its response is larger than 20 MB or took more than two minutes. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'sends a response without end to the creation',
    behaviour: { on: { create: reply.endless } },
    expected: DONE,
  },
  {
    region: 'nests poll responses 100,000 levels deep',
    behaviour: { on: { poll: reply.deep } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'nests its response to the creation 100,000 levels deep',
    behaviour: { on: { create: reply.deep } },
    expected: DONE,
  },
  {
    region: 'sends poll responses in UTF-16',
    behaviour: { on: { poll: reply.utf16 } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'compresses poll responses with Brotli',
    behaviour: { on: { poll: reply.packed('br') } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.encoding',
      text: 'shape.png: The service returned an error. It returned a response in an unsupported encoding. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'compresses its response to the creation with gzip',
    behaviour: { on: { create: reply.packed('gzip') } },
    expected: DONE,
  },
  {
    region: 'compresses the model with gzip',
    behaviour: { on: { file: reply.packed('gzip') } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.packed',
      text: 'shape.png: The model is finished but could not be downloaded. It was sent compressed, which Dropforge does not accept. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'sends a gzip bomb to polls',
    behaviour: { on: { poll: reply.bomb } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.encoding',
      text: 'shape.png: The service returned an error. It returned a response in an unsupported encoding. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'sends a gzip bomb instead of the model',
    behaviour: { on: { file: reply.bomb } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.packed',
      text: 'shape.png: The model is finished but could not be downloaded. It was sent compressed, which Dropforge does not accept. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'sends an empty model',
    behaviour: { on: { file: reply.bytes(200, Buffer.alloc(0)) } },
    expected: {
      ...CHARGED,
      job: 'failed: result_damaged',
      messages: 'error.result_damaged, result.empty',
      text: 'shape.png: The downloaded file is damaged. It is empty. 110.00 credits were charged for finished steps. Retry. Downloading it again is free.',
    },
  },
  {
    region: 'sends an image instead of the model',
    behaviour: { on: { file: reply.bytes(200, PNG) } },
    expected: {
      ...CHARGED,
      job: 'failed: result_damaged',
      messages: 'error.result_damaged, result.format-unknown',
      text: 'shape.png: The downloaded file is damaged. It is not a supported format. 110.00 credits were charged for finished steps. Retry. Downloading it again is free.',
    },
  },
];
