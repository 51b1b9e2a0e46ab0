import type { Spending } from '../../src-shared/settings/settings.ts';
import type { System } from '../../src-main/base/system.ts';
import type { Network } from '../../src-main/service-client/http/network.ts';
import type { ServiceClient } from '../../src-main/service-client/service-client.ts';
import type { QueueStore } from '../../src-main/queue/store/queue-store.ts';

/** A planted bug: what it puts around the parts of each run of the program. Absent: the part is not changed. */
export interface Mutation {
  system?(system: System): System;
  store?(store: QueueStore): QueueStore;
  network?(network: Network): Network;
  client?(client: ServiceClient): ServiceClient;
  spending?(spending: Spending): Spending;
}
