import { z } from 'zod';
import { errorInfoSchema } from '../../base/error-info-schema.ts';
import { JOB_STATUSES } from '../../jobs/job.ts';
import { SOURCE_KINDS, VIEW_SLOTS } from '../../formats/source-kind.ts';
import { MASK_METHODS } from '../../sources/mask-method.ts';
import { pixelSize } from '../../sources/pixel-size.ts';
import { id, ids, nothing } from './call-schemas.ts';

/** Longest typed prompt a message may carry, in UTF-16 units. The handler applies the service's lower limit with a message. */
const MAX_PROMPT_LENGTH = 20_000;

/** An image of a source. */
export const claimedPicture = z.object({
  id,
  name: z.string(),
  bytes: z.int(),
  slot: z.enum(VIEW_SLOTS).nullable(),
  /** Null if its content was not checked. */
  pixels: pixelSize.nullable(),
  /** Where the mask that was chosen for it comes from; null: none was chosen. */
  mask: z.enum(MASK_METHODS).nullable(),
});

/** A source that waits to become a job; the page knows its files by id only. */
const claimedSource = z.object({
  /** Of a model, its preview is served as `source-<id>`. */
  id,
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  bytes: z.int(),
  /** Its images, each with the side it shows; a single image has none. Served as `source-<id>`. */
  pictures: z.array(claimedPicture),
  /** The prompt; null for other kinds. */
  prompt: z.string().nullable(),
});

/** A file without a path, such as a copied image. */
const pastedFile = z.object({ name: z.string().max(1_024), bytes: z.instanceof(Uint8Array) });

/** Collected sources, and an error for each file that is not one. */
export const claimedSources = z.object({ sources: z.array(claimedSource), refused: z.array(errorInfoSchema) });

/** What was opened with the app: sources, recipe files with their text, and an error for each file that is neither. */
export const openedFiles = claimedSources.extend({
  recipes: z.array(z.object({ name: z.string(), text: z.string() })),
});

/** A source with the same content as an existing job or an earlier source. */
const duplicateSource = z.object({
  id,
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('job'), id, name: z.string(), status: z.enum(JOB_STATUSES), recipe: z.string() }),
    /** An earlier one of the compared sources. */
    z.object({ kind: z.literal('source'), id }),
  ]),
});

/** Calls about sources that are not jobs yet: channel → [input, output]. */
export const sourceCalls = {
  /**
   * Collects sources from files. In the window, the preload provides absolute paths and pasted files, never the page. In a
   * browser, the page sends ids of uploads.
   */
  'sources:take': [z.array(z.union([z.string().min(1).max(32_768), pastedFile])).max(100_000), claimedSources],
  /** Builds one source from collected images: views of one object if there are several, otherwise a single image. */
  'sources:arrange': [
    z.object({
      name: z.string().max(1_000),
      pictures: z
        .array(z.object({ id, slot: z.enum(VIEW_SLOTS).nullable() }))
        .min(1)
        .max(VIEW_SLOTS.length),
    }),
    claimedSource,
  ],
  /** Sources with the same content as another one, or as a job that did not fail. Reads files only as far as needed. */
  'sources:compare': [z.object({ sourceIds: ids }), z.array(duplicateSource)],
  /** A typed prompt as a source. */
  'sources:describe': [z.object({ prompt: z.string().max(MAX_PROMPT_LENGTH) }), claimedSource],
  /** The source of a job as the source of another; its files stay where they are. */
  'sources:ofJob': [z.object({ id }), claimedSource],
  'samples:list': [nothing, z.array(z.object({ name: id, title: z.string() }))],
  'samples:take': [z.object({ name: id }), claimedSources],
} as const;
