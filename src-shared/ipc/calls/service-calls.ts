import { z } from 'zod';
import { errorInfoSchema } from '../../base/error-info-schema.ts';
import { cloudRegion } from '../../settings/settings.ts';
import { serviceCard, serviceName } from '../views/account-view.ts';
import { spentToday } from '../views/money-view.ts';
import { id, nothing } from './call-schemas.ts';

const cards = z.array(serviceCard);

/** The service in use, as the page shows it. */
const serviceState = z.object({
  kind: z.enum(['local', 'cloud']),
  /** `slow`: no answer yet, its last state is no longer certain. */
  status: z.enum(['starting', 'ready', 'slow', 'offline', 'refused', 'no_key']),
  /** True when nothing costs anything. */
  free: z.boolean(),
  balance: z.string().nullable(),
  held: z.string().nullable(),
  error: errorInfoSchema.nullable(),
});

/** The service in use. */
export type ServiceState = Readonly<z.infer<typeof serviceState>>;

/** The service in use beside the amounts of the local day; both are of the same moment. */
export const accountState = z.object({ service: serviceState, today: spentToday });

/** The service in use beside the amounts of the local day. */
export type AccountState = Readonly<z.infer<typeof accountState>>;

/** Calls about the service in use and the configured services: channel → [input, output]. */
export const serviceCalls = {
  'service:get': [nothing, accountState],
  /** Checks the service now; pages receive the result as a push. */
  'service:check': [nothing, serviceState],
  /** All services; with `look` each is asked for its balance. The calls below return all services, too. */
  'services:list': [z.object({ look: z.boolean() }), cards],
  'services:use': [z.object({ name: serviceName }), cards],
  /**
   * The key is checked with the region before anything is saved; null: use the key saved for that address. `id`: a new id
   * for `key:cancel`.
   */
  'services:add': [
    z.object({
      id: id.optional(),
      name: z.string().max(100),
      cloud: cloudRegion,
      key: z.string().min(1).max(500).nullable(),
    }),
    cards,
  ],
  'services:change': [z.object({ name: serviceName, resend: z.enum(['strict', 'auto']) }), cards],
  /** Checks another key and saves it; null deletes the saved one. `id`: as for `services:add`. */
  'services:setKey': [
    z.object({ id: id.optional(), name: serviceName, key: z.string().min(1).max(500).nullable() }),
    cards,
  ],
  'services:remove': [z.object({ name: serviceName }), cards],
} as const;
