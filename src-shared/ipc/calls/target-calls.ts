import { z } from 'zod';
import { nothing } from './call-schemas.ts';
import { bridgeChange, importValues, targetChoice, targetTest, targetView } from '../views/target-view.ts';

/** Calls about 3D programs and their bridges: channel → [input, output]. */
export const targetCalls = {
  /** Detects the programs; slower if a program must be started to learn its version. */
  'targets:list': [nothing, z.array(targetView)],
  /** Installs or updates the bridge; returns when finished. */
  'targets:install': [targetChoice, z.array(bridgeChange)],
  'targets:remove': [targetChoice, z.array(bridgeChange)],
  /** Starts the program in the background and imports a tiny model; takes up to a minute. */
  'targets:test': [z.object({ name: z.string().min(1).max(60) }), targetTest],
  /** The import settings of a program whose bridge is installed. */
  'targets:settings': [targetChoice, importValues],
  /** Changes import settings and returns all of them. Fails with the reason if the program does not accept a value. */
  'targets:set': [targetChoice.extend({ changes: importValues }), importValues],
} as const;
