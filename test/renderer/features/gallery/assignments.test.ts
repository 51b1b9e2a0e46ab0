import { expect, it } from 'vitest';
import {
  listChanges,
  nextAssignment,
  reverseMarks,
  toAssignment,
} from '../../../../src-renderer/features/gallery/assignments.ts';

it('a value of some models goes to all, to none and back to the mix', () => {
  expect([toAssignment(0, 3), toAssignment(2, 3), toAssignment(3, 3)]).toEqual(['none', 'some', 'all']);
  expect(nextAssignment('some', 'some')).toBe('all');
  expect(nextAssignment('all', 'some')).toBe('none');
  expect(nextAssignment('none', 'some')).toBe('some');
  expect(nextAssignment('none', 'all')).toBe('all');
  expect(nextAssignment('all', 'none')).toBe('none');
});

it('only what differs from the start is changed', () => {
  const initial = new Map([
    ['hero', 'some'],
    ['client', 'all'],
    ['wip', 'none'],
  ] as const);
  const now = new Map([...initial, ['hero', 'all'], ['client', 'none'], ['new', 'all'], ['gone', 'none']] as const);
  expect(listChanges(initial, now)).toEqual({ add: ['hero', 'new'], remove: ['client'] });
  expect(listChanges(initial, initial)).toEqual({ add: [], remove: [] });
});

it('undo gives every model back exactly the tags and collections it had', () => {
  const fox = { id: 'fox', tags: ['Hero', 'old'], collections: ['props'] };
  const mug = { id: 'mug', tags: [], collections: [] };
  const cup = { id: 'cup', tags: [], collections: [] };
  const marks = { addTags: ['hero', 'new'], removeTags: ['OLD'], addCollections: ['props'] };
  expect(reverseMarks([fox, mug, cup], marks)).toEqual([
    { jobs: [fox], marks: { addTags: ['old'], removeTags: ['new'], addCollections: [], removeCollections: [] } },
    {
      jobs: [mug, cup],
      marks: { addTags: [], removeTags: ['hero', 'new'], addCollections: [], removeCollections: ['props'] },
    },
  ]);
  expect(reverseMarks([mug], { removeTags: ['hero'] })).toEqual([]);
});
