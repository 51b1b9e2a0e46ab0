import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { deliveryCalls } from '../../../src-shared/ipc/calls/delivery-calls.ts';
import type { DeliveryMonitor } from '../watchers/delivery-monitor.ts';

/** Handlers of the calls about deliveries to 3D programs. */
export function createDeliveryHandlers(deliveries: Pick<DeliveryMonitor, 'list'>): HandlersOf<typeof deliveryCalls> {
  return { 'deliveries:list': () => deliveries.list() };
}
