import { describe, expect, it } from 'vitest';
import { collectionName, MAX_COLLECTION_NAME_LENGTH } from '../../../../src-shared/jobs/collection.ts';
import { MAX_TAG_LENGTH, tag } from '../../../../src-shared/jobs/job-marks.ts';
import {
  columnOrder,
  listGallery,
  parseCollectionName,
  parseTag,
  sortByColumn,
  startOfDay,
  type Sort,
} from '../../../../src-renderer/features/gallery/gallery-facts.ts';
import {
  countFacets,
  toggleFacet,
  type Facet,
  type GalleryContext,
  type GalleryJob,
} from '../../../../src-renderer/features/gallery/gallery-filters.ts';

const CONTEXT: GalleryContext = {
  dayBegan: 1000,
  isDelivered: (id) => id === 'b',
  isDescended: (id) => id === 'c',
  titleOf: (recipe) => ({ game: 'Game asset' })[recipe] ?? 'Draft',
};

function made(id: string, patch: Partial<GalleryJob> = {}): GalleryJob {
  const file = {
    id: `${id}-glb`,
    step: 0,
    format: 'glb',
    role: 'model',
    name: `${id}.glb`,
    sha256: '',
    exported: true,
    inLibrary: true,
  } as const;
  return {
    id,
    name: `${id}.png`,
    status: 'done',
    kind: 'picture',
    recipe: 'draft',
    money: { kind: 'free', amount: '0.00', back: '0.00' },
    tags: [],
    collections: [],
    favourite: false,
    steps: [],
    artifacts: [{ ...file, bytes: 10 }],
    createdAt: 1,
    finishedAt: 10,
    ...patch,
  };
}

const fox = made('a', {
  name: 'Füchsin.png',
  tags: ['hero', 'client a'],
  favourite: true,
  collections: ['props'],
  finishedAt: 2000,
});
const mug = made('b', { recipe: 'game', tags: ['hero'], artifacts: [] as GalleryJob['artifacts'] });
const jobs = [
  fox,
  {
    ...mug,
    artifacts: fox.artifacts.flatMap((file) => [file, { ...file, id: 'b-fbx', format: 'fbx' as const, bytes: 90 }]),
  },
  made('c', { status: 'failed' }),
  made('d', { artifacts: [] }),
];
const list = (filters: readonly Facet[], search = '', sort: Sort = 'newest') =>
  listGallery(jobs, { filters, search, sort }, CONTEXT).map(({ id }) => id);

describe('the gallery', () => {
  it('holds what is done and made something, in the order asked for', () => {
    expect(list([])).toEqual(['a', 'b']);
    expect(list([], '', 'oldest')).toEqual(['b', 'a']);
    expect(list([], '', 'name')).toEqual(['b', 'a']);
    expect(list([], '', 'nameReversed')).toEqual(['a', 'b']);
    expect(list([], '', 'largest')).toEqual(['b', 'a']);
    expect(list([], '', 'smallest')).toEqual(['a', 'b']);
    // “Draft” comes before “Game asset”.
    expect(list([], '', 'recipe')).toEqual(['a', 'b']);
    expect(list([], '', 'recipeReversed')).toEqual(['b', 'a']);
  });

  it('puts models without a price or a triangle count last in both directions', () => {
    const charged = (amount: string) => ({ money: { kind: 'charged', amount, back: '0.00' } }) as const;
    const priced = [made('free'), made('dear', charged('110.00')), made('cheap', charged('20.00'))];
    const sorted = (sort: Sort) => listGallery(priced, { filters: [], search: '', sort }, CONTEXT).map(({ id }) => id);
    expect(sorted('mostExpensive')).toEqual(['dear', 'cheap', 'free']);
    expect(sorted('cheapest')).toEqual(['cheap', 'dear', 'free']);
    expect(sorted('mostTriangles')).toEqual(sorted('fewestTriangles'));
  });

  it('is sorted by a column, and by another click in reverse', () => {
    expect(sortByColumn('newest', 'size')).toBe('largest');
    expect(sortByColumn('largest', 'size')).toBe('smallest');
    expect(sortByColumn('smallest', 'size')).toBe('largest');
    expect(columnOrder('largest', 'size')).toBe('descending');
    expect(columnOrder('name', 'name')).toBe('ascending');
    expect(columnOrder('name', 'size')).toBe('none');
  });

  it.each<[Facet, string[]]>([
    [{ kind: 'favourites' }, ['a']],
    [{ kind: 'today' }, ['a']],
    [{ kind: 'undelivered' }, ['a']],
    [{ kind: 'recipe', value: 'game' }, ['b']],
    [{ kind: 'source', value: 'model' }, []],
    [{ kind: 'format', value: 'fbx' }, ['b']],
    [{ kind: 'tag', value: 'hero' }, ['a', 'b']],
    [{ kind: 'tag', value: 'nobody' }, []],
    [{ kind: 'collection', value: 'props' }, ['a']],
  ])('is narrowed by %j', (facet, expected) => {
    expect(list([facet])).toEqual(expected);
  });

  it('is narrowed by every selected filter and the search together', () => {
    const hero: Facet = { kind: 'tag', value: 'hero' };
    expect(list([hero, { kind: 'format', value: 'fbx' }])).toEqual(['b']);
    expect(list([hero, { kind: 'format', value: 'fbx' }, { kind: 'favourites' }])).toEqual([]);
    expect(list([hero, { kind: 'tag', value: 'client a' }])).toEqual(['a']);
    expect(list([hero], 'fuchsin')).toEqual(['a']);
  });

  it('selects several filters, but one recipe', () => {
    const game: Facet = { kind: 'recipe', value: 'game' };
    const liked: Facet = { kind: 'favourites' };
    expect(toggleFacet([liked], game)).toEqual([liked, game]);
    expect(toggleFacet([liked, game], { kind: 'recipe', value: 'draft' })).toEqual([
      liked,
      { kind: 'recipe', value: 'draft' },
    ]);
    expect(toggleFacet([liked, game], { kind: 'recipe', value: 'game' })).toEqual([liked]);
  });

  it('finds every word of a search, whatever case and accents', () => {
    expect(list([], 'fuchsin CLIENT')).toEqual(['a']);
    expect(list([], 'hero asset')).toEqual(['b']);
    expect(list([], 'hero nowhere')).toEqual([]);
  });

  it('counts what each facet would leave, the most first', () => {
    const counts = countFacets(jobs, { filters: [], search: '' }, CONTEXT);
    expect(counts).toMatchObject({ all: 2, favourites: 1, today: 1, undelivered: 1 });
    expect(counts.tags).toEqual([
      ['hero', 2],
      ['client a', 1],
    ]);
    expect(counts.collections).toEqual([['props', 1]]);
    expect(counts.formats).toEqual([
      ['glb', 2],
      ['fbx', 1],
    ]);
  });

  it('counts within the selected filters, but shows the other recipes in full', () => {
    const filters: readonly Facet[] = [{ kind: 'recipe', value: 'game' }];
    const counts = countFacets(jobs, { filters, search: '' }, CONTEXT);
    expect(counts).toMatchObject({ all: 2, favourites: 0 });
    expect(counts.tags).toEqual([
      ['hero', 1],
      ['client a', 0],
    ]);
    expect(counts.recipes).toEqual([
      ['draft', 1],
      ['game', 1],
    ]);
  });
});

it('a day begins at its midnight', () => {
  const noon = new Date(2026, 10, 21, 12, 30, 5);
  expect(new Date(startOfDay(noon.getTime()))).toEqual(new Date(2026, 10, 21));
});

it('the page takes the names of collections that main takes', () => {
  for (const typed of [
    'Props',
    '  client a ',
    '',
    'a\u0000b',
    'x'.repeat(MAX_COLLECTION_NAME_LENGTH),
    'x'.repeat(MAX_COLLECTION_NAME_LENGTH + 1),
  ]) {
    const read = collectionName.safeParse(typed);
    expect(parseCollectionName(typed), JSON.stringify(typed)).toBe(read.success ? read.data : null);
  }
});

it('the page takes the tags that main takes', () => {
  for (const typed of [
    'hero',
    '  client a ',
    '木',
    '',
    ' ',
    'a\u0000b',
    'x'.repeat(MAX_TAG_LENGTH),
    'x'.repeat(MAX_TAG_LENGTH + 1),
  ]) {
    const read = tag.safeParse(typed);
    expect(parseTag(typed), JSON.stringify(typed)).toBe(read.success ? read.data : null);
  }
});
