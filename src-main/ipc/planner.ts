import { parseCredits, type Credits } from '../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import { isFree } from '../../src-shared/settings/settings.ts';
import type { Queue } from '../queue/queue.ts';
import type { PlannedJobs, PlanService } from '../queue/spending/plan.ts';
import type { Services } from '../service-client/services/services.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import type { ServiceMonitor } from './watchers/service-monitor.ts';

/** Where jobs would be ordered, if not at the service in use, and the hot folder they come from. */
interface PlanOptions extends Partial<PlanService> {
  readonly origin?: string;
}

/** The cost of jobs, as far as it is known without asking the service; sends nothing. */
export type Planner = (jobs: readonly PlannedJobs[], options?: PlanOptions) => SpendingPlan;

interface Parts {
  readonly queue: Pick<Queue, 'spending'>;
  readonly settings: Pick<AppSettings, 'get'>;
  readonly services: Pick<Services, 'accountOf'>;
  readonly serviceMonitor: Pick<ServiceMonitor, 'get'>;
}

/** Plans with the balance that the service in use reported last. */
export function createPlanner({ queue, settings, services, serviceMonitor }: Parts): Planner {
  return (jobs, { service = settings.get().service, cloud, origin = null } = {}) => {
    const { kind, balance, held } = serviceMonitor.get();
    const baseUrl = cloud?.baseUrl ?? settings.get().cloud?.baseUrl;
    const isInUse = kind === service && (kind === 'local' || baseUrl === settings.get().cloud?.baseUrl);
    const serviceId = service === 'cloud' && baseUrl !== undefined ? services.accountOf(baseUrl) : null;
    const money = { balance: toCreditsOrNull(isInUse ? balance : null), held: toCreditsOrNull(isInUse ? held : null) };
    // Without a known account, the plan uses the last account of this kind that anything was ordered from.
    return queue.spending.plan(
      { free: isFree({ ...settings.get(), service }), jobs, origin, ...money },
      { serviceKind: service, serviceId },
    );
  };
}

function toCreditsOrNull(decimal: string | null): Credits | null {
  return decimal === null ? null : parseCredits(decimal);
}
