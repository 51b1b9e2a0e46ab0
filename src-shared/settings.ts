import { z } from 'zod';
import { FORMATS } from './formats.ts';
import { DEFAULT_FORMATS } from './recipe.ts';

/** A cloud region, as the person set it up; its key lies in the keychain. */
export const cloudRegion = z.object({
  /** `https://…` without the `/v3`; http is allowed to this computer only. */
  baseUrl: z.string(),
  deployment: z.enum(['international', 'china']),
});

/** What is remembered between starts; never a key. */
export const settings = z.object({
  service: z.enum(['local', 'cloud']).default('local'),
  cloud: cloudRegion.nullable().default(null),
  /** Cloud services by the names the person gave them; `cloud` is the one in use. */
  services: z.record(z.string(), cloudRegion).default({}),
  formats: z
    .array(z.enum(FORMATS))
    .min(1)
    .default([...DEFAULT_FORMATS]),
  /** Absolute folder; null: the usual one (`Documents/Dropforge/Export`, or `export` in a home of its own). */
  exportFolder: z.string().nullable().default(null),
  theme: z.enum(['system', 'dark', 'light', 'contrast']).default('dark'),
});

/** What is remembered between starts. */
export type Settings = Readonly<z.infer<typeof settings>>;

/** Settings as the page sees them: the folder as words, the key as a fact. */
export const settingsView = z.object({
  service: z.enum(['local', 'cloud']),
  cloud: cloudRegion.nullable(),
  formats: z.array(z.enum(FORMATS)),
  /** The export folder as people write it, such as `Documents › Dropforge › Export`. */
  exportFolder: z.string(),
  exportFolderWritable: z.boolean(),
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  key: z.object({
    present: z.boolean(),
    /** Last four characters. */
    ending: z.string(),
    /** Where it lies, such as `Secret Service`; `memory` when there is no keychain. */
    store: z.string(),
    durable: z.boolean(),
  }),
});

/** Settings as the page sees them. */
export type SettingsView = Readonly<z.infer<typeof settingsView>>;
