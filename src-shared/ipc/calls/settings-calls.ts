import { z } from 'zod';
import { MESH_FORMATS } from '../../formats/formats.ts';
import {
  cloudRegion,
  concurrency,
  desktopIntegrationChange,
  language,
  libraryLimitBytes,
  motion,
  settingsView,
  spendingInput,
} from '../../settings/settings.ts';
import { updateSettingsInput } from '../../settings/update-settings.ts';
import { id, nothing } from './call-schemas.ts';

/** Calls about the settings and the API key: channel → [input, output]. */
export const settingsCalls = {
  'settings:get': [nothing, settingsView],
  /** Changes the settings that are given. */
  'settings:set': [
    z.object({
      service: z.enum(['local', 'cloud']).optional(),
      formats: z.array(z.enum(MESH_FORMATS)).min(1).optional(),
      theme: z.enum(['system', 'dark', 'light', 'contrast']).optional(),
      language: language.optional(),
      singleKeys: z.boolean().optional(),
      reviewFiles: z.boolean().optional(),
      motion: motion.optional(),
      /** Only the fields that are given change. */
      surroundings: desktopIntegrationChange.optional(),
      /** Only the fields that are given change; the handler checks the address. */
      updates: updateSettingsInput.optional(),
      linksInside: z.boolean().optional(),
      libraryLimitBytes: libraryLimitBytes.optional(),
      rehearsal: z.boolean().optional(),
      concurrency: concurrency.optional(),
      /** Only the fields that are given change; the handler checks amounts and explains what is wrong with them. */
      spending: spendingInput.optional(),
    }),
    settingsView,
  ],
  /**
   * The key is never sent back to the page. It is checked with the region before it is saved. `id`: a new id for
   * `key:cancel`.
   */
  'key:set': [z.object({ id: id.optional(), key: z.string().min(1).max(500), cloud: cloudRegion }), settingsView],
  /** Cancels a call that checks a key: it saves nothing and returns the unchanged state. */
  'key:cancel': [z.object({ id }), nothing],
  'key:forget': [nothing, settingsView],
} as const;
