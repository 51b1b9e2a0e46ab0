import { expect, test } from 'vitest';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { killHotFolders } from './hot-folder-kills.ts';

const PICTURES = 24;

test('images that come in every way while the app is killed again and again are each made once, and delivered once', async () => {
  const outcome = await killHotFolders({
    root: makeTempFolder(),
    pictures: PICTURES,
    kills: 5,
    seed: 2026,
    longestLifeMs: 2_500,
  });
  expect(outcome).toMatchObject({
    jobs: PICTURES,
    orders: PICTURES,
    sources: PICTURES,
    assets: PICTURES,
    receipts: PICTURES,
    putAway: PICTURES,
    left: [],
  });
  expect(outcome.kills).toBeGreaterThanOrEqual(5);
});
