import type { Format } from '../../../src-shared/formats/formats.ts';
import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { createJobMatcher } from '../queue/job-matcher.ts';

/** What the gallery is narrowed to. */
export type Facet =
  | { readonly kind: 'all' | 'favourites' | 'today' | 'undelivered' }
  | { readonly kind: 'recipe' | 'format' | 'tag'; readonly value: string }
  /** What came from a job, by its id. */
  | { readonly kind: 'madeFrom'; readonly value: string };

/** Orders of the gallery. */
export const SORTS = ['newest', 'oldest', 'name', 'size'] as const;

/** An order of the gallery. */
export type Sort = (typeof SORTS)[number];

/** The part of a job the gallery looks at. */
export type GalleryJob = Pick<
  Job,
  'id' | 'name' | 'status' | 'recipe' | 'tags' | 'favourite' | 'steps' | 'artifacts' | 'createdAt' | 'finishedAt'
>;

/** What is not in the job itself. */
export interface GalleryContext {
  /** When the local day began, epoch ms. */
  readonly dayBegan: number;
  isDelivered(id: string): boolean;
  /** Whether a job came from the one the gallery is narrowed to. */
  isDescended(id: string): boolean;
}

/** How many models each facet would leave; recipes, formats and tags by their count, the most first. */
export interface FacetCounts {
  readonly all: number;
  readonly favourites: number;
  readonly today: number;
  readonly undelivered: number;
  readonly recipes: readonly (readonly [recipe: string, count: number])[];
  readonly formats: readonly (readonly [format: Format, count: number])[];
  readonly tags: readonly (readonly [tag: string, count: number])[];
}

/** When the local day of a moment began; both epoch ms. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** Whether a job stays when the gallery is narrowed. */
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
    case 'madeFrom':
      return context.isDescended(job.id);
  }
}

/** The models that fit, in order. */
export function listGallery<J extends GalleryJob>(
  jobs: Iterable<J>,
  wish: { readonly facet: Facet; readonly search: string; readonly sort: Sort },
  context: GalleryContext,
): J[] {
  const fits = createJobMatcher(wish.search);
  return [...jobs]
    .filter((job) => hasGalleryResult(job) && matchesFacet(job, wish.facet, context) && fits(job))
    .sort((one, other) => COMPARE[wish.sort](one, other) || (one.id < other.id ? -1 : 1));
}

/** Counts every facet over all that was made. */
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

/** Longest a tag may be; main's own limit. */
const MAX_TAG_LENGTH: typeof import('../../../src-shared/jobs/job-marks.ts').MAX_TAG_LENGTH = 40;

/** A tag as main keeps it; null when it can be none. */
export function parseTag(typed: string): string | null {
  const tag = typed.trim();
  return tag !== '' && tag.length <= MAX_TAG_LENGTH && !/\p{Cc}/u.test(tag) ? tag : null;
}

/** Bytes of a job's files, wherever they lie. */
function bytesOf({ artifacts }: Pick<Job, 'artifacts'>): number {
  return artifacts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Bytes of a job's files in the library. */
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
