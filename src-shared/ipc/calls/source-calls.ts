import { z } from 'zod';
import { errorInfo } from '../../base/errors.ts';
import { JOB_STATUSES } from '../../jobs/job.ts';
import { SOURCE_KINDS, VIEW_SLOTS } from '../../formats/source-kind.ts';
import { id, ids } from './call-schemas.ts';

/** Longest text a person may type to be made a model of, in UTF-16 units; longer ones are refused with a sentence. */
const LONGEST_TYPED = 20_000;

/** A file the person gave, taken in by main and known to the page by id only. */
export const claimedSource = z.object({
  id,
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  bytes: z.int(),
  /** The pictures it is made of, each with the side it shows; a single one shows none. `source-<id>` can be fetched. */
  pictures: z.array(z.object({ id, name: z.string(), bytes: z.int(), slot: z.enum(VIEW_SLOTS).nullable() })),
  /** The words of a prompt; null: it is none. */
  prompt: z.string().nullable(),
});

/** A file that lies nowhere on this computer, such as a copied picture. */
export const pastedFile = z.object({ name: z.string().max(1_024), bytes: z.instanceof(Uint8Array) });

/** What main made of the files: sources, and a sentence for each that is none. */
export const claimedSources = z.object({ sources: z.array(claimedSource), refused: z.array(errorInfo) });

/** A source of the same content as something that is there already. */
export const duplicateSource = z.object({
  id,
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('job'), id, name: z.string(), status: z.enum(JOB_STATUSES), recipe: z.string() }),
    /** Another of the compared sources, which came before it. */
    z.object({ kind: z.literal('source'), id }),
  ]),
});

/** What the page may ask about sources before they are jobs: channel → [input, output]. */
export const sourceCalls = {
  /** One source of pictures that were taken in: of several with their sides the views of one thing, of one a picture. */
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
  /** Which of them hold what another one, or a job that did not fail, holds; files are read as far as that takes. */
  'sources:compare': [z.object({ sourceIds: ids }), z.array(duplicateSource)],
  /** Words that a person typed, as a source. */
  'sources:describe': [z.object({ prompt: z.string().max(LONGEST_TYPED) }), claimedSource],
  /** What a job was made of, as a source of another: its files are where they were. */
  'sources:ofJob': [z.object({ id }), claimedSource],
} as const;
