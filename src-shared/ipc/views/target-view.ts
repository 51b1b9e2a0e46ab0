import { z } from 'zod';
import { messageOrTextSchema } from '../../api/messages/message-schema.ts';
import { errorInfoSchema } from '../../base/error-info-schema.ts';
import { deliveryView, liveTarget } from '../../delivery/delivery-view.ts';
import { importValue } from '../../delivery/import-value.ts';

/** State of a bridge in a program: `old` is not the bundled version, `changed` was edited or is incomplete. */
const BRIDGE_STATES = ['none', 'current', 'old', 'changed'] as const;

/** A version of a program, or one of its projects, with its bridge. */
const targetInstallationView = z.object({
  /** Identifies a project for `targets:install` and `targets:remove`; null: the program itself. */
  project: z.string().nullable(),
  /** Version of the program, or name of the project; empty: unknown. */
  title: z.string(),
  bridge: z.enum(BRIDGE_STATES),
  bridgeVersion: z.string().nullable(),
  /** True if its bridge imports from another folder than the output folder. */
  isElsewhere: z.boolean(),
});

/** A version of a program, or one of its projects, with its bridge. */
export type TargetInstallationView = Readonly<z.infer<typeof targetInstallationView>>;

/** A program that models are delivered to, as shown on the page: without paths. */
export const targetView = z.object({
  name: z.string(),
  title: z.string(),
  /** True if it has a bridge; otherwise files are opened in it one by one. */
  hasBridge: z.boolean(),
  /** True if bridges are installed in projects. */
  isInProjects: z.boolean(),
  /** True if a test delivery is possible from outside the program. */
  canTest: z.boolean(),
  formats: z.array(z.string()),
  /** `double`: its bridge was tested with a stand-in only; null: it needs none. */
  verified: z.enum(['real', 'double']).nullable(),
  places: z.array(targetInstallationView),
  /** Reason why its bridge cannot be installed, and what to do; null: it can. */
  problem: errorInfoSchema.nullable(),
});

/** A program that models are delivered to, as shown on the page. */
export type TargetView = Readonly<z.infer<typeof targetView>>;

/** Identifies a bridge: of a program, or of one of its projects. */
export const targetChoice = z.object({
  name: z.string().min(1).max(60),
  project: z.string().max(60).nullable(),
});

/** Import settings by key; `IMPORT_SETTINGS` lists them. */
export const importValues = z.record(z.string().max(60), importValue);

/** A bridge that was installed or removed. */
export const bridgeChange = z.object({
  /** Version of the program, or name of the project; empty: unknown. */
  title: z.string(),
  bridgeVersion: z.string(),
  /** Version of the previous bridge; null: none. */
  before: z.string().nullable(),
  /** Number of files that were preserved because someone else created or changed them. */
  preserved: z.int(),
  /** Number of models in the output folder that are not delivered. */
  unchanged: z.int(),
  /** Next step for the user, as a sentence. */
  next: z.string(),
});

/** A bridge that was installed or removed. */
export type BridgeChange = Readonly<z.infer<typeof bridgeChange>>;

/** Result of a test delivery, as sentences. */
export const targetTest = z.object({ isWell: z.boolean(), words: z.array(messageOrTextSchema) });

/** An asset and a target, with the job that created the asset; null: another file, or a job that was removed. */
const jobDelivery = deliveryView.extend({ jobId: z.string().nullable() });

/** An asset and a target, with the job that created the asset. */
export type JobDelivery = Readonly<z.infer<typeof jobDelivery>>;

/** Changes of deliveries; `isAll`: replaces everything known before. */
export const deliveryChanges = z.object({
  isAll: z.boolean(),
  changed: z.array(jobDelivery),
  removed: z.array(deliveryView.pick({ assetId: true, target: true })),
  targets: z.array(liveTarget),
  problems: z.array(messageOrTextSchema),
});

/** Changes of deliveries. */
export type DeliveryChanges = Readonly<z.infer<typeof deliveryChanges>>;
