import { CHARGE_ROWS } from './charge-rows.ts';
import { CONTENT_ROWS } from './content-rows.ts';
import { REDIRECT_ROWS } from './redirect-rows.ts';
import type { HostileRow } from './run-hostile-job.ts';
import { TASK_ROWS } from './task-rows.ts';
import { TRANSPORT_ROWS } from './transport-rows.ts';
import { TYPE_ROWS } from './type-rows.ts';

/** What the app makes of every behaviour of a hostile region, by subject. */
export const REGION_TABLE: Readonly<Record<string, readonly HostileRow[]>> = {
  'Connections and HTTP': TRANSPORT_ROWS,
  'Other hosts': REDIRECT_ROWS,
  Contents: CONTENT_ROWS,
  Types: TYPE_ROWS,
  'States, statuses and clocks': TASK_ROWS,
  'Charges and outputs': CHARGE_ROWS,
};
