import { describe, expect, it } from 'vitest';
import { MAX_TAG_LENGTH, tag } from '../../../../src-shared/jobs/job-marks.ts';
import {
  countFacets,
  startOfDay,
  listGallery,
  parseTag,
  type Facet,
  type GalleryContext,
  type GalleryJob,
} from '../../../../src-renderer/features/gallery/gallery-facts.ts';

const CONTEXT: GalleryContext = { dayBegan: 1000, isDelivered: (id) => id === 'b', isDescended: (id) => id === 'c' };

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
    recipe: 'draft',
    tags: [],
    favourite: false,
    steps: [],
    artifacts: [{ ...file, bytes: 10 }],
    createdAt: 1,
    finishedAt: 10,
    ...patch,
  };
}

const fox = made('a', { name: 'Füchsin.png', tags: ['hero', 'client a'], favourite: true, finishedAt: 2000 });
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
const list = (facet: Facet, search = '', sort: 'newest' | 'oldest' | 'name' | 'size' = 'newest') =>
  listGallery(jobs, { facet, search, sort }, CONTEXT).map(({ id }) => id);

describe('the gallery', () => {
  it('holds what is done and made something, in the order asked for', () => {
    expect(list({ kind: 'all' })).toEqual(['a', 'b']);
    expect(list({ kind: 'all' }, '', 'oldest')).toEqual(['b', 'a']);
    expect(list({ kind: 'all' }, '', 'name')).toEqual(['b', 'a']);
    expect(list({ kind: 'all' }, '', 'size')).toEqual(['b', 'a']);
  });

  it.each<[Facet, string[]]>([
    [{ kind: 'favourites' }, ['a']],
    [{ kind: 'today' }, ['a']],
    [{ kind: 'undelivered' }, ['a']],
    [{ kind: 'recipe', value: 'game' }, ['b']],
    [{ kind: 'format', value: 'fbx' }, ['b']],
    [{ kind: 'tag', value: 'hero' }, ['a', 'b']],
    [{ kind: 'tag', value: 'nobody' }, []],
  ])('is narrowed by %j', (facet, expected) => {
    expect(list(facet)).toEqual(expected);
  });

  it('finds every word of a search, whatever case and accents', () => {
    expect(list({ kind: 'all' }, 'fuchsin CLIENT')).toEqual(['a']);
    expect(list({ kind: 'all' }, 'hero game')).toEqual(['b']);
    expect(list({ kind: 'all' }, 'hero nowhere')).toEqual([]);
  });

  it('counts what each facet would leave, the most first', () => {
    const counts = countFacets(jobs, CONTEXT);
    expect(counts).toMatchObject({ all: 2, favourites: 1, today: 1, undelivered: 1 });
    expect(counts.tags).toEqual([
      ['hero', 2],
      ['client a', 1],
    ]);
    expect(counts.formats).toEqual([
      ['glb', 2],
      ['fbx', 1],
    ]);
  });
});

it('a day begins at its midnight', () => {
  const noon = new Date(2026, 10, 21, 12, 30, 5);
  expect(new Date(startOfDay(noon.getTime()))).toEqual(new Date(2026, 10, 21));
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
