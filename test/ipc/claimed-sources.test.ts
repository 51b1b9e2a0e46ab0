import { expect, test } from 'vitest';
import { createClaimedSources } from '../../src-main/ipc/claimed-sources.ts';
import { toPromptSource, toViewsSource } from '../../src-main/folders/source-files.ts';

const file = (name: string) => ({ path: `/pictures/${name}`, name, bytes: 5 });

test('images of a set are put together anew without the page knowing where they lie', () => {
  const taken = createClaimedSources();
  const views = toViewsSource('fox', [
    { slot: 'front', file: file('fox_front.png') },
    { slot: 'left', file: file('fox_left.png') },
  ]);
  const [set] = taken.keep([views]);
  const [front, left] = set?.pictures ?? [];
  expect(JSON.stringify(set)).not.toContain('/pictures/');
  expect([front?.slot, left?.slot, taken.findPicture(left?.id ?? '')?.path]).toEqual([
    'front',
    'left',
    '/pictures/fox_left.png',
  ]);

  const swapped = taken.arrange('fox', [
    { id: front?.id ?? '', slot: 'left' },
    { id: left?.id ?? '', slot: 'front' },
  ]);
  expect(taken.claim([swapped.id])).toMatchObject([
    {
      kind: 'views',
      bytes: 10,
      views: [
        { slot: 'front', name: 'fox_left.png' },
        { slot: 'left', name: 'fox_front.png' },
      ],
    },
  ]);
  const alone = taken.arrange('fox', [{ id: left?.id ?? '', slot: null }]);
  expect(taken.claim([alone.id])).toEqual([{ kind: 'picture', ...file('fox_left.png') }]);
  expect(taken.claim([alone.id])).toEqual([]);
});

test('a set without a front, with a side twice or with an unknown image is refused', () => {
  const taken = createClaimedSources();
  const [one, two] = taken
    .keep([
      { kind: 'picture', ...file('a.png') },
      { kind: 'picture', ...file('b.png') },
    ])
    .map(({ pictures }) => pictures[0]?.id ?? '') as [string, string];
  const arrange = (...slots: ('front' | 'left' | 'back')[]) =>
    taken.arrange(
      'a',
      [one, two].map((id, at) => ({ id, slot: slots[at] ?? null })),
    );
  expect(() => arrange('left', 'back')).toThrow(expect.objectContaining({ code: 'front_missing' }));
  expect(() => arrange('front', 'front')).toThrow(expect.objectContaining({ code: 'bad_request' }));
  expect(() => taken.arrange('a', [{ id: 'gone', slot: null }])).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  );
});

test('words are called by the first of them', () => {
  expect(toPromptSource('a red chair').name).toBe('a red chair');
  expect(toPromptSource('a red chair with four legs and a very tall back made of oak').name).toBe(
    'a red chair with four legs and a very',
  );
  expect(toPromptSource('字'.repeat(60)).name).toBe('字'.repeat(40));
});
