import { z } from 'zod';
import { agreed, ids, nothing } from './call-schemas.ts';
import { spendingPlan } from '../views/money-view.ts';

/** What the page may ask about jobs that wait for a yes: channel → [input, output]. Others among the ids are passed over. */
export const confirmationCalls = {
  /** What they would cost, each at the service it is to be made by. */
  'money:planHeld': [z.object({ ids: ids.min(1) }), spendingPlan],
  /**
   * Lets them begin; `agreed`: total of the plan the person said yes to. Answers `needs_yes`, and lets none begin, where
   * none was given or the total is higher by now.
   */
  'queue:confirm': [z.object({ ids: ids.min(1), agreed }), nothing],
  /** They are in sight: those made of pictures get thumbnails, one by one; those asked for before and not in sight any more do not. */
  'queue:thumbnails': [z.object({ ids }), nothing],
} as const;
