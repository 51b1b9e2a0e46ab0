import { z } from 'zod';
import { messageOrTextSchema } from '../../api/messages/message.ts';
import { errorInfo } from '../../base/errors.ts';
import { deliveryView, liveTarget } from '../../delivery/delivery-view.ts';
import { importValue } from '../../delivery/import-value.ts';

/** How a bridge lies in a program: `old` is another version than ships, `changed` was edited or is incomplete. */
const BRIDGE_STATES = ['none', 'current', 'old', 'changed'] as const;

/** A version of a program, or a project of it, with its bridge. */
const targetInstallationView = z.object({
  /** Names a project to `targets:install` and `targets:remove`; null: it is the program itself. */
  project: z.string().nullable(),
  /** The version of the program, or the name of the project; empty: nobody says. */
  title: z.string(),
  bridge: z.enum(BRIDGE_STATES),
  bridgeVersion: z.string().nullable(),
  /** Its bridge takes models from a folder that nothing is exported to. */
  isElsewhere: z.boolean(),
});

/** A version of a program, or a project of it, with its bridge. */
export type TargetInstallationView = Readonly<z.infer<typeof targetInstallationView>>;

/** A program that models are delivered to, as the page shows it: no paths. */
export const targetView = z.object({
  name: z.string(),
  title: z.string(),
  /** Whether it has a bridge to be installed; else files are given to it one by one. */
  hasBridge: z.boolean(),
  /** Whether a bridge lies in projects. */
  isInProjects: z.boolean(),
  /** Whether a trial delivery can be made from outside. */
  canTest: z.boolean(),
  formats: z.array(z.string()),
  /** `double`: its bridge was not yet run in the real program; null: it needs none. */
  verified: z.enum(['real', 'double']).nullable(),
  places: z.array(targetInstallationView),
  /** Why its bridge cannot be installed, and what to do; null: it can. */
  problem: errorInfo.nullable(),
});

/** A program that models are delivered to, as the page shows it. */
export type TargetView = Readonly<z.infer<typeof targetView>>;

/** Which bridge is meant: of a program, or of one of its projects. */
export const targetChoice = z.object({
  name: z.string().min(1).max(60),
  project: z.string().max(60).nullable(),
});

/** Settings of imports by their keys; what there is stands in `IMPORT_SETTINGS`. */
export const importValues = z.record(z.string().max(60), importValue);

/** A bridge that was put in, or taken out. */
export const bridgeChange = z.object({
  /** Of the program, or the project's name; empty: nobody says. */
  title: z.string(),
  bridgeVersion: z.string(),
  /** The bridge that was there before; null: none. */
  before: z.string().nullable(),
  /** Files that somebody else made or changed, and so were kept. */
  preserved: z.int(),
  /** Models in the output folder that are left alone. */
  unchanged: z.int(),
  /** What the person does next: a sentence. */
  next: z.string(),
});

/** A bridge that was put in, or taken out. */
export type BridgeChange = Readonly<z.infer<typeof bridgeChange>>;

/** How a trial delivery went, in sentences. */
export const targetTest = z.object({ isWell: z.boolean(), words: z.array(messageOrTextSchema) });

/** An asset and a target, with the job that made the asset; null: a file somebody put there, or a job long gone. */
const jobDelivery = deliveryView.extend({ jobId: z.string().nullable() });

/** An asset and a target, with the job that made the asset. */
export type JobDelivery = Readonly<z.infer<typeof jobDelivery>>;

/** What became of deliveries; `isAll`: this is everything there is, and what was known before is void. */
export const deliveryChanges = z.object({
  isAll: z.boolean(),
  changed: z.array(jobDelivery),
  removed: z.array(deliveryView.pick({ assetId: true, target: true })),
  targets: z.array(liveTarget),
  problems: z.array(messageOrTextSchema),
});

/** What became of deliveries. */
export type DeliveryChanges = Readonly<z.infer<typeof deliveryChanges>>;
