import type { HostileRow } from './run-hostile-job.ts';
import * as reply from './replies.ts';
import { CHARGED, DONE, HELD, NEVER_STARTED, NOT_SENT, NOT_SENT_YET } from './outcomes.ts';

/** Connections and HTTP messages that are slow, too short or too long. */
export const TRANSPORT_ROWS: readonly HostileRow[] = [
  {
    region: 'sends every response a few bytes at a time',
    behaviour: {
      on: { presign: reply.drip, upload: reply.drip, create: reply.drip, poll: reply.drip, file: reply.drip },
    },
    expected: DONE,
  },
  {
    region: 'sends one byte of each poll response every ten seconds, for ever',
    behaviour: { on: { poll: reply.trickle } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.response-too-long',
      text: 'shape.png: The service returned an error. Its response is larger than 20 MB or took more than two minutes. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'sends one byte of each upload address every ten seconds, for ever',
    behaviour: { on: { presign: reply.trickle } },
    expected: {
      ...NOT_SENT,
      job: 'failed: service_error',
      messages: 'error.service_error, service.response-too-long',
      text: 'shape.png: The service returned an error. Its response is larger than 20 MB or took more than two minutes. Nothing was charged. Retry later.',
    },
  },
  {
    region: 'sends one byte of the model every ten seconds, for ever',
    behaviour: { on: { file: reply.trickle } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.too-slow',
      text: 'shape.png: The model is finished but could not be downloaded. It arrives at less than 1 KB per second. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'sends one byte of its response to each upload every ten seconds, for ever',
    behaviour: { on: { upload: reply.trickle } },
    expected: DONE,
  },
  {
    region: 'refuses each upload with a response of one byte every ten seconds, for ever',
    behaviour: { on: { upload: reply.trickleRefusal } },
    expected: {
      ...NOT_SENT,
      job: 'failed: service_error',
      messages: 'error.service_error, service.response-too-long',
      text: 'shape.png: The service returned an error. Its response is larger than 20 MB or took more than two minutes. Nothing was charged. Retry later.',
    },
  },
  {
    region: 'announces a longer poll response than it sends',
    behaviour: { on: { poll: reply.announce(10) } },
    expected: {
      ...HELD,
      job: 'offline: offline',
      messages: 'error.offline, link.connection-ended',
      text: 'shape.png: Cannot reach the service. The connection was closed early. It may have been charged. Check your network. Dropforge will retry automatically.',
    },
  },
  {
    region: 'announces a shorter poll response than it sends',
    behaviour: { on: { poll: reply.announce(-10) } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'announces a longer response to the creation than it sends',
    behaviour: { on: { create: reply.announce(10) } },
    expected: DONE,
  },
  {
    region: 'announces a shorter response to the creation than it sends',
    behaviour: { on: { create: reply.announce(-10) } },
    expected: DONE,
  },
  {
    region: 'announces a longer model than it sends',
    behaviour: { on: { file: reply.announce(10) } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, link.connection-ended',
      text: 'shape.png: The model is finished but could not be downloaded. The connection was closed early. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'announces a shorter model than it sends',
    behaviour: { on: { file: reply.announce(-10) } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.too-many-bytes',
      text: 'shape.png: The model is finished but could not be downloaded. More than the announced 5438 bytes arrived. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'announces a model of 5 GB',
    behaviour: { on: { file: reply.announce(5 * 1024 ** 3) } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.over-4-gb',
      text: 'shape.png: The model is finished but could not be downloaded. It is larger than 4 GB. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'sends poll responses in chunks without a size',
    behaviour: { on: { poll: reply.brokenChunks } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, service.unexpected-response',
      text: 'shape.png: The service returned an error. It returned an unexpected response. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'sends the response to the creation in chunks without a size',
    behaviour: { on: { create: reply.brokenChunks } },
    expected: DONE,
  },
  {
    region: 'sends the model in chunks without a size',
    behaviour: { on: { file: reply.brokenChunks } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, service.unexpected-response',
      text: 'shape.png: The model is finished but could not be downloaded. It returned an unexpected response. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'resets every request for an upload address',
    behaviour: { on: { presign: reply.cut('before the status') } },
    expected: {
      ...NOT_SENT_YET,
      job: 'offline: offline',
      messages: 'error.offline, link.connection-ended',
      text: 'shape.png: Cannot reach the service. The connection was closed early. Nothing was charged. Check your network. Dropforge will retry automatically.',
    },
  },
  {
    region: 'resets the first upload',
    behaviour: { on: { upload: reply.first(1, reply.cut('before the status')) } },
    expected: DONE,
  },
  {
    region: 'ends in the headers of its response to every upload',
    behaviour: { on: { upload: reply.cut('in the headers') } },
    expected: {
      ...NOT_SENT_YET,
      job: 'offline: offline',
      messages: 'error.offline, link.connection-ended',
      text: 'shape.png: Cannot reach the service. The connection was closed early. Nothing was charged. Check your network. Dropforge will retry automatically.',
    },
  },
  {
    region: 'resets the creation after it started the task',
    behaviour: { on: { create: reply.cut('before the status') } },
    expected: DONE,
  },
  {
    region: 'ends in the headers of its response to the creation',
    behaviour: { on: { create: reply.cut('in the headers') } },
    expected: DONE,
  },
  {
    region: 'ends in the body of its response to the creation',
    behaviour: { on: { create: reply.cut('in the body') } },
    expected: DONE,
  },
  {
    region: 'resets the creation before it started a task',
    behaviour: { starts: () => 0, on: { create: reply.cut('before the status') } },
    expected: {
      ...NEVER_STARTED,
      job: 'unknown: outcome_unknown',
      messages: 'error.outcome_unknown, task.no-confirmation',
      text: 'shape.png: No confirmation from the service. You may have been charged. Keep checking, send again, or stop checking. Dropforge never sends a task twice automatically.',
    },
  },
  {
    region: 'resets every poll',
    behaviour: { on: { poll: reply.cut('before the status') } },
    expected: {
      ...HELD,
      job: 'offline: offline',
      messages: 'error.offline, link.connection-ended',
      text: 'shape.png: Cannot reach the service. The connection was closed early. It may have been charged. Check your network. Dropforge will retry automatically.',
    },
  },
  {
    region: 'ends in the headers of every poll response',
    behaviour: { on: { poll: reply.cut('in the headers') } },
    expected: {
      ...HELD,
      job: 'offline: offline',
      messages: 'error.offline, link.connection-ended',
      text: 'shape.png: Cannot reach the service. The connection was closed early. It may have been charged. Check your network. Dropforge will retry automatically.',
    },
  },
  {
    region: 'ends in the body of every poll response',
    behaviour: { on: { poll: reply.cut('in the body') } },
    expected: {
      ...HELD,
      job: 'offline: offline',
      messages: 'error.offline, link.connection-ended',
      text: 'shape.png: Cannot reach the service. The connection was closed early. It may have been charged. Check your network. Dropforge will retry automatically.',
    },
  },
  {
    region: 'resets every download',
    behaviour: { on: { file: reply.cut('before the status') } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, link.connection-ended',
      text: 'shape.png: The model is finished but could not be downloaded. The connection was closed early. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'ends in the headers of every download',
    behaviour: { on: { file: reply.cut('in the headers') } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, link.connection-ended',
      text: 'shape.png: The model is finished but could not be downloaded. The connection was closed early. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'ends in the body of every download',
    behaviour: { on: { file: reply.cut('in the body') } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, link.connection-ended',
      text: 'shape.png: The model is finished but could not be downloaded. The connection was closed early. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
];
