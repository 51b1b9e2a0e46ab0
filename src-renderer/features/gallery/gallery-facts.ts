import type { Job } from '../../../src-shared/jobs/job.ts';
import { findTriangles } from '../queue/job-facts.ts';
import { filterGallery, type GalleryContext, type GalleryJob, type GalleryQuery } from './gallery-filters.ts';

/** Sort orders of the gallery; the first is the default. */
export const SORTS = [
  'newest',
  'oldest',
  'name',
  'nameReversed',
  'recipe',
  'recipeReversed',
  'largest',
  'smallest',
  'mostTriangles',
  'fewestTriangles',
  'mostExpensive',
  'cheapest',
] as const;

export type Sort = (typeof SORTS)[number];

/** Columns of the list, each with the order of the first click on its heading and the reverse. */
const COLUMN_SORTS = {
  name: ['name', 'nameReversed'],
  recipe: ['recipe', 'recipeReversed'],
  triangles: ['mostTriangles', 'fewestTriangles'],
  size: ['largest', 'smallest'],
  date: ['newest', 'oldest'],
  cost: ['mostExpensive', 'cheapest'],
} as const satisfies Readonly<Record<string, readonly [Sort, Sort]>>;

/** A column of the list that can be sorted. */
export type SortedColumn = keyof typeof COLUMN_SORTS;

/** Returns the start of a time's local day; both epoch ms. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** Returns the matching models in the selected order; models without the sorted value are last. */
export function listGallery<J extends GalleryJob>(
  jobs: Iterable<J>,
  query: GalleryQuery & { readonly sort: Sort },
  context: GalleryContext,
): J[] {
  const { keyOf, descends } = orderOf(query.sort, context);
  return filterGallery(jobs, query, context)
    .map((job) => ({ job, key: keyOf(job) }))
    .sort((one, other) => compareKeys(one.key, other.key, descends) || (one.job.id < other.job.id ? -1 : 1))
    .map(({ job }) => job);
}

/** Returns the order after a click on a column's heading: its first one, or the reverse if that is selected. */
export function sortByColumn(sort: Sort, column: SortedColumn): Sort {
  const [first, reverse] = COLUMN_SORTS[column];
  return sort === first ? reverse : first;
}

/** Returns how a column is sorted, as `aria-sort` takes it. */
export function columnOrder(sort: Sort, column: SortedColumn): 'ascending' | 'descending' | 'none' {
  const known: readonly Sort[] = COLUMN_SORTS[column];
  if (!known.includes(sort)) return 'none';
  return DESCENDING.includes(sort) ? 'descending' : 'ascending';
}

/** Maximum tag length, the same as in the main process. */
const MAX_TAG_LENGTH: typeof import('../../../src-shared/jobs/job-marks.ts').MAX_TAG_LENGTH = 40;

/** Normalizes a tag; null if it is invalid. */
export function parseTag(typed: string): string | null {
  const tag = typed.trim();
  return tag !== '' && tag.length <= MAX_TAG_LENGTH && !/\p{Cc}/u.test(tag) ? tag : null;
}

/** Maximum length of a collection's name, the same as in the main process. */
const MAX_COLLECTION_NAME_LENGTH: typeof import('../../../src-shared/jobs/collection.ts').MAX_COLLECTION_NAME_LENGTH = 60;

/** Normalizes the name of a collection; null if it is invalid. */
export function parseCollectionName(typed: string): string | null {
  const name = typed.trim();
  return name !== '' && name.length <= MAX_COLLECTION_NAME_LENGTH && !/\p{Cc}/u.test(name) ? name : null;
}

/** Sums the size of a job's files in all locations, in bytes. */
export function bytesOf({ artifacts }: Pick<Job, 'artifacts'>): number {
  return artifacts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Sums the size of jobs' files in the library, in bytes. */
export function sumLibraryBytes(jobs: readonly Pick<Job, 'artifacts'>[]): number {
  const artifacts = jobs.flatMap((job) => job.artifacts);
  return artifacts.reduce((sum, { bytes, inLibrary }) => (inLibrary ? sum + bytes : sum), 0);
}

/** Time of a model, epoch ms: the end of its job, or of the steps of its recipe if more were ordered. */
export function timeOf({ finishedAt, createdAt }: Pick<Job, 'finishedAt' | 'createdAt'>): number {
  return finishedAt ?? createdAt;
}

const DESCENDING: readonly Sort[] = [
  'newest',
  'nameReversed',
  'recipeReversed',
  'largest',
  'mostTriangles',
  'mostExpensive',
];

type SortKey = string | number | null;

const KEYS: Readonly<Record<SortedColumn, (job: GalleryJob, context: GalleryContext) => SortKey>> = {
  name: ({ name }) => name,
  recipe: ({ recipe }, { titleOf }) => titleOf(recipe),
  triangles: findTriangles,
  size: bytesOf,
  date: timeOf,
  cost: ({ money }) => (money.kind === 'free' ? null : Number(money.amount)),
};

function orderOf(sort: Sort, context: GalleryContext) {
  const columns = Object.keys(COLUMN_SORTS) as SortedColumn[];
  const column = columns.find((each) => (COLUMN_SORTS[each] as readonly Sort[]).includes(sort)) ?? 'date';
  return { keyOf: (job: GalleryJob) => KEYS[column](job, context), descends: DESCENDING.includes(sort) };
}

const WORDS = new Intl.Collator(undefined, { numeric: true });

function compareKeys(one: SortKey, other: SortKey, descends: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = typeof one === 'string' ? WORDS.compare(one, String(other)) : one - Number(other);
  return descends ? -order : order;
}
