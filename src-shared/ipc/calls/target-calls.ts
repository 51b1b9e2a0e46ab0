import { z } from 'zod';
import { nothing } from './call-schemas.ts';
import {
  bridgeChange,
  deliveryChanges,
  importValues,
  targetChoice,
  targetTest,
  targetView,
} from '../views/target-view.ts';

/** What the page may ask of targets and deliveries: channel → [input, output]. */
export const targetCalls = {
  /** Looks for the programs; takes a moment where one has to be asked for its version. */
  'targets:list': [nothing, z.array(targetView)],
  /** Puts the bridge in, or a newer one in its place; answers when it is done. */
  'targets:install': [targetChoice, z.array(bridgeChange)],
  'targets:remove': [targetChoice, z.array(bridgeChange)],
  /** Starts the program in the background and delivers a tiny model; takes up to a minute. */
  'targets:test': [z.object({ name: z.string().min(1).max(60) }), targetTest],
  /** How a program takes models in, where its bridge is installed. */
  'targets:settings': [targetChoice, importValues],
  /** Changes some of it; the answer is how it is then. A value that the program does not take is refused, with why. */
  'targets:set': [targetChoice.extend({ changes: importValues }), importValues],
  /** Everything known of deliveries; changes are pushed while a page is visible. */
  'deliveries:list': [nothing, deliveryChanges],
} as const;
