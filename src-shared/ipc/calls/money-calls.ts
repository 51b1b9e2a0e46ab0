import { z } from 'zod';
import { MESH_FORMATS } from '../../formats/formats.ts';
import { batchPlan, spendingPlan, spendingRow, spentView } from '../views/money-view.ts';
import { batch, ids, nothing } from './call-schemas.ts';

/** Calls about spending: channel → [input, output]. */
export const moneyCalls = {
  /** The cost of a batch and the sources its recipe does not accept; adds nothing. */
  'money:plan': [batch, batchPlan],
  /** The total cost of repeating jobs, or of exporting them in one more format; `queue:export` says which are left out. */
  'money:planMore': [
    z.object({
      ids: ids.min(1),
      format: z.enum(MESH_FORMATS).optional(),
      generator: z.string().min(1).max(100).optional(),
    }),
    spendingPlan,
  ],
  /** The cost of the jobs among these that wait for confirmation, each at its own service. */
  'money:planHeld': [z.object({ ids: ids.min(1) }), spendingPlan],
  'money:spent': [nothing, spentView],
  /**
   * Orders that cost credits, newest first. `before`: `at` of the last row of the previous page. Orders of the same
   * millisecond stay on one page, so a page may have a few more rows than `limit`.
   */
  'money:history': [z.object({ before: z.number().nullable(), limit: z.int().min(1).max(500) }), z.array(spendingRow)],
} as const;
