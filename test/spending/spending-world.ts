import type { Settings } from '../../src-shared/settings/settings.ts';
import type { Kernel } from '../simulation/kernel.ts';
import type { Machine } from '../simulation/machine.ts';
import type { SimApp } from '../simulation/sim-app.ts';
import type { SimService } from '../simulation/sim-service.ts';
import type { PlaceChecks } from './place-checks.ts';
import type { SpendingChecks } from './spending-checks.ts';

/** Everything that spending depends on, changed by commands. */
export interface SpendingWorld {
  readonly kernel: Kernel;
  readonly machine: Machine;
  readonly service: SimService;
  readonly app: SimApp;
  readonly checks: SpendingChecks;
  readonly places: PlaceChecks;
  readonly settings: { get(): Settings };
  /** The source of a new job. */
  addPicture(): { readonly path: string; readonly bytes: number };
}
