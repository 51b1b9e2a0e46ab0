import { describe, expect, test } from 'vitest';
import { groupViews, parseViewName } from '../../../src-shared/sources/group-views.ts';

const place = (at: string) => {
  const parts = at.split('/');
  return { folder: parts.slice(0, -1).join('/'), folderName: parts.at(-2) ?? '', name: parts.at(-1) ?? '' };
};

/** Groups as text: `chair: front left`, or the file alone. */
function group(...files: string[]): string[] {
  return groupViews(files, place).map((found) =>
    found.kind === 'single' ? found.file : `${found.name}: ${found.views.map(({ slot }) => slot).join(' ')}`,
  );
}

describe('an image shows a side by its name', () => {
  test.each([
    ['a/chair_front.png', 'chair', 'front'],
    ['a/chair-LEFT.jpg', 'chair', 'left'],
    ['a/Chair back.webp', 'Chair', 'back'],
    ['a/old.chair.right.png', 'old.chair', 'right'],
    ['a/chair/front.png', 'chair', 'front'],
    ['a/椅子_back.png', '椅子', 'back'],
  ])('%s is the %s’s %s', (file, name, slot) => {
    expect(parseViewName(place(file))).toMatchObject({ name, slot });
  });

  test.each(['a/storefront.png', 'a/frontal.png', 'a/left_hand.png', 'a/chair_front_2.png', 'a/_.png'])(
    '%s shows just itself',
    (file) => expect(parseViewName(place(file))).toBeNull(),
  );
});

describe('images of one thing', () => {
  test('become one set in the order of the service, where its first image stood', () => {
    expect(group('a.png', 'chair_right.png', 'lamp.png', 'Chair_front.png', 'chair_back.png')).toEqual([
      'a.png',
      'chair: front back right',
      'lamp.png',
    ]);
  });

  test('stay by themselves without a front, or alone', () => {
    expect(group('chair_left.png', 'chair_back.png', 'lamp_front.png')).toEqual([
      'chair_left.png',
      'chair_back.png',
      'lamp_front.png',
    ]);
  });

  test('of two folders are two things, and of two names in one folder as well', () => {
    expect(group('a/front.png', 'b/front.png', 'a/back.png', 'b/back.png')).toEqual(['a: front back', 'b: front back']);
    expect(group('x/p_front.png', 'x/q_front.png', 'x/q_left.png', 'x/p_left.png')).toEqual([
      'p: front left',
      'q: front left',
    ]);
  });

  test('a second image of one side stays by itself', () => {
    expect(group('chair_front.png', 'chair_front.jpg', 'chair_left.png')).toEqual([
      'chair: front left',
      'chair_front.jpg',
    ]);
  });
});
