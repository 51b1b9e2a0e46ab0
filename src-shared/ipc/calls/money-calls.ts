import { z } from 'zod';
import { MESH_FORMATS } from '../../formats/formats.ts';
import { batch, id, nothing } from './call-schemas.ts';
import { batchPlan, spendingPlan, spendingRow, spentView } from '../views/money-view.ts';

/** What the page may ask about money: channel → [input, output]. */
export const moneyCalls = {
  /** What a batch would cost, and which sources the recipe does not take; nothing is added. */
  'money:plan': [batch, batchPlan],
  /** What a job would cost once more, or in one more format. */
  'money:planMore': [z.object({ id, format: z.enum(MESH_FORMATS).optional() }), spendingPlan],
  'money:spent': [nothing, spentView],
  /**
   * Orders that cost, newest first. `before`: `at` of the last row of the page before; orders of one millisecond are never
   * parted, so that a page may hold a few more than `limit`.
   */
  'money:history': [z.object({ before: z.number().nullable(), limit: z.int().min(1).max(500) }), z.array(spendingRow)],
} as const;
