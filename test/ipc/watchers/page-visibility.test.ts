import { expect, it } from 'vitest';
import { createPageVisibility } from '../../../src-main/ipc/watchers/page-visibility.ts';

it('somebody looks until the last of several pages is hidden or closed', () => {
  const told: boolean[] = [];
  const audience = createPageVisibility((isWatched) => void told.push(isWatched));
  const [one, other, third] = [audience.join(), audience.join(), audience.join()];
  expect(told).toEqual([]);
  one.setVisible(true);
  other.setVisible(true);
  one.setVisible(false);
  one.setVisible(false);
  expect(told).toEqual([true]);
  third.setVisible(true);
  other.leave();
  expect(told).toEqual([true]);
  third.leave();
  expect(told).toEqual([true, false]);
  third.setVisible(true);
  expect(told).toEqual([true, false]);
  one.setVisible(true);
  expect(told).toEqual([true, false, true]);
});

it('a first page that is hidden says that nobody looks', () => {
  const told: boolean[] = [];
  createPageVisibility((isWatched) => void told.push(isWatched))
    .join()
    .setVisible(false);
  expect(told).toEqual([false]);
});
