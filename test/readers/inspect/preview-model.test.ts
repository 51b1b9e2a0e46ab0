import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createSourcePreviews } from '../../../src-main/ipc/files/source-previews.ts';
import { createClaimedSources } from '../../../src-main/ipc/claimed-sources.ts';
import { openTestReader } from '../../helpers/file-reader.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const CORNER = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';

const reader = openTestReader();

/** Ids of sources with these contents, and what finds their previews. */
function claim(files: Record<string, string>, kind: 'model' | 'picture' = 'model', bytes = 100) {
  const folder = makeTempFolder();
  const sources = createClaimedSources();
  const ids = Object.entries(files).map(([name, content]) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return sources.keep([{ kind, path: file, name, bytes }])[0]!.id;
  });
  return { ids, sources, find: createSourcePreviews(sources, reader) };
}

test('a model that is no job yet is rendered once, and covers a part of its image', async () => {
  const { ids, find } = claim({ 'corner.obj': CORNER });
  const [first, second] = await Promise.all([find(ids[0]!), find(ids[0]!)]);
  const [content] = first!.content as [Uint8Array];
  expect(first).toMatchObject({ mime: 'image/webp', bytes: content.byteLength });
  expect(second).toBe(first);
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([160, 160, 4]);
  const covered = data.filter((alpha, at) => at % 4 === 3 && alpha > 128).length / (160 * 160);
  expect(covered).toBeGreaterThan(0.1);
  expect(covered).toBeLessThan(0.9);
});

test('there is no preview of broken and very large models, of images, and of sources that became jobs', async () => {
  const broken = claim({ 'broken.obj': 'f 1 2', 'whole.obj': CORNER });
  expect(await broken.find(broken.ids[0]!)).toBeNull();
  expect(await broken.find(broken.ids[1]!)).not.toBeNull();
  const large = claim({ 'large.obj': CORNER }, 'model', 65 * 1024 ** 2);
  expect(await large.find(large.ids[0]!)).toBeNull();
  const image = claim({ 'image.png': 'pixels' }, 'picture');
  expect(await image.find(image.ids[0]!)).toBeNull();
  const claimed = claim({ 'claimed.obj': CORNER });
  claimed.sources.claim(claimed.ids);
  expect(await claimed.find(claimed.ids[0]!)).toBeNull();
  expect(await claimed.find('unknown')).toBeNull();
});
