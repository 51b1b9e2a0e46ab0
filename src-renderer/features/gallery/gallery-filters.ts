import type { Format } from '../../../src-shared/formats/formats.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { createJobMatcher } from '../queue/job-matcher.ts';

/** Properties of a job the gallery uses. */
export type GalleryJob = Pick<
  Job,
  | 'id'
  | 'name'
  | 'kind'
  | 'status'
  | 'recipe'
  | 'tags'
  | 'collections'
  | 'favourite'
  | 'steps'
  | 'artifacts'
  | 'money'
  | 'createdAt'
  | 'finishedAt'
>;

/** Data for filtering and sorting that is not part of a job. */
export interface GalleryContext {
  /** Start of the local day, epoch ms. */
  readonly dayBegan: number;
  isDelivered(id: string): boolean;
  /** True if a job was made from the one the gallery is filtered by. */
  isDescended(id: string): boolean;
  /** Title of a recipe. */
  titleOf(recipe: string): string;
}

/** One filter of the gallery. */
export type Facet =
  | { readonly kind: 'favourites' | 'today' | 'undelivered' }
  | { readonly kind: 'recipe' | 'source' | 'format' | 'tag' | 'collection'; readonly value: string }
  /** Models made from a job, by its id. */
  | { readonly kind: 'madeFrom'; readonly value: string };

/** Selected filters and search text; a model must match all of them. */
export interface GalleryQuery {
  readonly filters: readonly Facet[];
  readonly search: string;
}

/** Values of one kind, with the number of models that would remain; the most frequent in the whole gallery first. */
type ValueCounts<T extends string = string> = readonly (readonly [value: T, count: number])[];

/** Number of models that would remain if a filter were selected as well. */
export interface FacetCounts {
  /** All models, without filters and search. */
  readonly all: number;
  readonly favourites: number;
  readonly today: number;
  readonly undelivered: number;
  readonly recipes: ValueCounts;
  readonly sources: ValueCounts<SourceKind>;
  readonly formats: ValueCounts<Format>;
  readonly tags: ValueCounts;
  /** By id. */
  readonly collections: ValueCounts;
}

/** Kinds of which a model has one value: selecting another replaces it. */
const SINGLE: readonly Facet['kind'][] = ['recipe', 'source', 'madeFrom'];

/** True if a filter is selected. */
export function isSelected(filters: readonly Facet[], facet: Facet): boolean {
  return filters.some((each) => isSameFacet(each, facet));
}

/** Adds a filter, or removes it if it is selected. */
export function toggleFacet(filters: readonly Facet[], facet: Facet): readonly Facet[] {
  if (isSelected(filters, facet)) return filters.filter((each) => !isSameFacet(each, facet));
  const kept = SINGLE.includes(facet.kind) ? filters.filter(({ kind }) => kind !== facet.kind) : filters;
  return [...kept, facet];
}

/** Returns the models that match the filters and the search. */
export function filterGallery<J extends GalleryJob>(
  jobs: Iterable<J>,
  { filters, search }: GalleryQuery,
  context: GalleryContext,
): J[] {
  const fits = createJobMatcher(search, context.titleOf);
  return [...jobs].filter(
    (job) => hasGalleryResult(job) && filters.every((facet) => matchesFacet(job, facet, context)) && fits(job),
  );
}

/** Counts the models that every filter would leave beside the selected ones. */
export function countFacets(jobs: Iterable<GalleryJob>, query: GalleryQuery, context: GalleryContext): FacetCounts {
  const made = [...jobs].filter(hasGalleryResult);
  const matching = filterGallery(made, query, context);
  const without = (kind: Facet['kind']): readonly GalleryJob[] => {
    const filters = query.filters.filter((facet) => facet.kind !== kind);
    return filters.length === query.filters.length ? matching : filterGallery(made, { ...query, filters }, context);
  };
  const count = (kind: 'favourites' | 'today' | 'undelivered') =>
    matching.filter((job) => matchesFacet(job, { kind }, context)).length;
  return {
    all: made.length,
    favourites: count('favourites'),
    today: count('today'),
    undelivered: count('undelivered'),
    recipes: countValues(made, without('recipe'), ({ recipe }) => [recipe]),
    sources: countValues(made, without('source'), ({ kind }) => [kind]),
    formats: countValues(made, matching, formatsOf),
    tags: countValues(made, matching, ({ tags }) => tags),
    collections: countValues(made, matching, ({ collections }) => collections),
  };
}

/** Returns the formats of a job's files, each once. */
export function formatsOf({ artifacts }: Pick<GalleryJob, 'artifacts'>): readonly Format[] {
  return [...new Set(artifacts.flatMap(({ format }) => format ?? []))];
}

function matchesFacet(job: GalleryJob, facet: Facet, context: GalleryContext): boolean {
  switch (facet.kind) {
    case 'favourites':
      return job.favourite;
    case 'today':
      return (job.finishedAt ?? job.createdAt) >= context.dayBegan;
    case 'undelivered':
      return !context.isDelivered(job.id);
    case 'recipe':
      return job.recipe === facet.value;
    case 'source':
      return job.kind === facet.value;
    case 'format':
      return job.artifacts.some(({ format }) => format === facet.value);
    case 'tag':
      return job.tags.includes(facet.value);
    case 'collection':
      return job.collections.includes(facet.value);
    case 'madeFrom':
      return context.isDescended(job.id);
  }
}

function isSameFacet(one: Facet, other: Facet): boolean {
  return one.kind === other.kind && ('value' in one ? one.value : null) === ('value' in other ? other.value : null);
}

function countValues<T extends string>(
  all: readonly GalleryJob[],
  matching: readonly GalleryJob[],
  valuesOf: (job: GalleryJob) => readonly T[],
): ValueCounts<T> {
  const left = tally(matching.flatMap(valuesOf));
  return [...tally(all.flatMap(valuesOf))]
    .sort(([one, a], [other, b]) => b - a || one.localeCompare(other))
    .map(([value]) => [value, left.get(value) ?? 0] as const);
}

function tally<T extends string>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
