import { deliveryChanges } from '../views/target-view.ts';
import { nothing } from './call-schemas.ts';

/** Calls about deliveries to 3D programs: channel → [input, output]. */
export const deliveryCalls = {
  /** All known deliveries; changes are pushed while a page is visible. */
  'deliveries:list': [nothing, deliveryChanges],
} as const;
