import type { Format } from '../../../src-shared/formats/formats.ts';
import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { createJobMatcher } from '../queue/job-matcher.ts';

/** Filter of the gallery. */
export type Facet =
  | { readonly kind: 'all' | 'favourites' | 'today' | 'undelivered' | 'trash' }
  | { readonly kind: 'recipe' | 'format' | 'tag'; readonly value: string }
  /** Models made from a job, by its id. */
  | { readonly kind: 'madeFrom'; readonly value: string };

/** Sort orders of the gallery. */
export const SORTS = ['newest', 'oldest', 'name', 'size'] as const;

export type Sort = (typeof SORTS)[number];

/** Properties of a job the gallery uses. */
export type GalleryJob = Pick<
  Job,
  'id' | 'name' | 'status' | 'recipe' | 'tags' | 'favourite' | 'steps' | 'artifacts' | 'createdAt' | 'finishedAt'
>;

/** Data for filtering that is not part of a job. */
export interface GalleryContext {
  /** Start of the local day, epoch ms. */
  readonly dayBegan: number;
  isDelivered(id: string): boolean;
  /** True if a job was made from the one the gallery is filtered by. */
  isDescended(id: string): boolean;
}

/** Number of models per facet; recipes, formats and tags sorted by count, highest first. */
export interface FacetCounts {
  readonly all: number;
  readonly favourites: number;
  readonly today: number;
  readonly undelivered: number;
  readonly recipes: readonly (readonly [recipe: string, count: number])[];
  readonly formats: readonly (readonly [format: Format, count: number])[];
  readonly tags: readonly (readonly [tag: string, count: number])[];
}

/** Returns the start of a time's local day; both epoch ms. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** True if a job matches the filter. */
function matchesFacet(job: GalleryJob, facet: Facet, context: GalleryContext): boolean {
  switch (facet.kind) {
    case 'all':
      return true;
    case 'favourites':
      return job.favourite;
    case 'today':
      return (job.finishedAt ?? job.createdAt) >= context.dayBegan;
    case 'undelivered':
      return !context.isDelivered(job.id);
    case 'recipe':
      return job.recipe === facet.value;
    case 'format':
      return formatsOf(job).has(facet.value as Format);
    case 'tag':
      return job.tags.includes(facet.value);
    // Jobs in the trash are listed apart.
    case 'trash':
      return false;
    case 'madeFrom':
      return context.isDescended(job.id);
  }
}

/** Returns the matching models in the selected order. */
export function listGallery<J extends GalleryJob>(
  jobs: Iterable<J>,
  query: { readonly facet: Facet; readonly search: string; readonly sort: Sort },
  context: GalleryContext,
): J[] {
  const fits = createJobMatcher(query.search);
  return [...jobs]
    .filter((job) => hasGalleryResult(job) && matchesFacet(job, query.facet, context) && fits(job))
    .sort((one, other) => COMPARE[query.sort](one, other) || (one.id < other.id ? -1 : 1));
}

/** Counts the models of every facet, regardless of the current filter. */
export function countFacets(jobs: Iterable<GalleryJob>, context: GalleryContext): FacetCounts {
  const made = [...jobs].filter(hasGalleryResult);
  const count = (kind: 'favourites' | 'today' | 'undelivered') =>
    made.filter((job) => matchesFacet(job, { kind }, context)).length;
  return {
    all: made.length,
    favourites: count('favourites'),
    today: count('today'),
    undelivered: count('undelivered'),
    recipes: tally(made.map(({ recipe }) => recipe)),
    formats: tally(made.flatMap((job) => [...formatsOf(job)])),
    tags: tally(made.flatMap(({ tags }) => tags)),
  };
}

/** Maximum tag length, the same as in the main process. */
const MAX_TAG_LENGTH: typeof import('../../../src-shared/jobs/job-marks.ts').MAX_TAG_LENGTH = 40;

/** Normalizes a tag; null if it is invalid. */
export function parseTag(typed: string): string | null {
  const tag = typed.trim();
  return tag !== '' && tag.length <= MAX_TAG_LENGTH && !/\p{Cc}/u.test(tag) ? tag : null;
}

/** Sums the size of a job's files in all locations, in bytes. */
function bytesOf({ artifacts }: Pick<Job, 'artifacts'>): number {
  return artifacts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Sums the size of a job's files in the library, in bytes. */
export function libraryBytesOf({ artifacts }: Pick<Job, 'artifacts'>): number {
  return artifacts.reduce((sum, { bytes, inLibrary }) => (inLibrary ? sum + bytes : sum), 0);
}

const COMPARE: Readonly<Record<Sort, (one: GalleryJob, other: GalleryJob) => number>> = {
  newest: (one, other) => timeOf(other) - timeOf(one),
  oldest: (one, other) => timeOf(one) - timeOf(other),
  name: (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }),
  size: (one, other) => bytesOf(other) - bytesOf(one),
};

function timeOf({ finishedAt, createdAt }: GalleryJob): number {
  return finishedAt ?? createdAt;
}

function formatsOf({ artifacts }: GalleryJob): Set<Format> {
  return new Set(artifacts.flatMap(({ format }) => format ?? []));
}

function tally<T extends string>(all: readonly T[]): (readonly [T, number])[] {
  const counts = new Map<T, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other));
}
