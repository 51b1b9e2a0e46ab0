import * as reply from './replies.ts';
import type { HostileRow } from './run-hostile-job.ts';
import { CHARGED, DONE, HELD, NEVER_STARTED, NOT_SENT } from './outcomes.ts';

/** Redirects and addresses that lead to another host. */
export const REDIRECT_ROWS: readonly HostileRow[] = [
  {
    region: 'redirects polls to another host',
    behaviour: { on: { poll: reply.redirect(302, ({ elsewhere }) => `${elsewhere.far}/v3/tasks/list`) } },
    expected: {
      ...HELD,
      job: 'waiting: service_error',
      messages: 'error.service_error, result.status',
      text: 'shape.png: The service returned an error. The server returned 302. It may have been charged. Dropforge will retry automatically.',
    },
  },
  {
    region: 'redirects requests for an upload address to another host',
    behaviour: { on: { presign: reply.redirect(307, ({ elsewhere }) => `${elsewhere.near}/v3/files/presign`) } },
    expected: {
      ...NOT_SENT,
      job: 'failed: service_error',
      messages: 'error.service_error, result.status',
      text: 'shape.png: The service returned an error. The server returned 307. Nothing was charged. Retry later.',
    },
  },
  {
    region: 'redirects the creation to another host and starts no task',
    behaviour: { starts: () => 0, on: { create: reply.redirect(307, ({ elsewhere }) => `${elsewhere.far}/v3/x`) } },
    expected: {
      ...NEVER_STARTED,
      job: 'unknown: outcome_unknown',
      messages: 'error.outcome_unknown, task.no-confirmation',
      text: 'shape.png: No confirmation from the service. You may have been charged. Keep checking, send again, or stop checking. Dropforge never sends a task twice automatically.',
    },
  },
  {
    region: 'redirects the upload to another host',
    behaviour: { on: { upload: reply.redirect(307, ({ elsewhere }) => `${elsewhere.far}/put`) } },
    expected: {
      ...NOT_SENT,
      job: 'failed: service_error',
      messages: 'error.service_error, result.status',
      text: 'shape.png: The service returned an error. The server returned 307. Nothing was charged. Retry later.',
    },
  },
  {
    region: 'names a preview at a host with the certificate of another one',
    behaviour: {
      tell: (task) => ({ ...task, output: { ...task.output, rendered_image_url: 'https://preview.example/p.webp' } }),
    },
    expected: DONE,
  },
  {
    region: 'names an upload address at another host',
    behaviour: {
      on: {
        presign: (call) =>
          reply.data({ presigned_url: `${call.elsewhere.far}/put`, file_token: 'file_1', expires_in: 1800 })(call),
      },
    },
    elsewhere: 1,
    expected: DONE,
  },
  {
    region: 'redirects downloads to another host by https',
    behaviour: { on: { file: reply.redirect(302, ({ elsewhere }) => `${elsewhere.far}/model.glb`) } },
    elsewhere: 1,
    expected: DONE,
  },
  {
    region: 'redirects downloads to another host by http',
    behaviour: { on: { file: reply.redirect(302, ({ elsewhere }) => `${elsewhere.near}/model.glb`) } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.address-unsafe',
      text: 'shape.png: The model is finished but could not be downloaded. The service returned an unsafe address (http://other.example). 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
  {
    region: 'redirects downloads in a circle',
    behaviour: { on: { file: reply.redirect(302, ({ origin }) => `${origin}/file/again`) } },
    expected: {
      ...CHARGED,
      job: 'failed: download_failed',
      messages: 'error.download_failed, result.status',
      text: 'shape.png: The model is finished but could not be downloaded. The server returned 302. 110.00 credits were charged for finished steps. Retry. You won’t be charged again.',
    },
  },
];
