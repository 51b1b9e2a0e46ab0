import { stat } from 'node:fs/promises';
import { serviceForNewJobs } from '../../src-shared/settings/settings.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { use, type openSides } from '../queue/side-by-side.ts';
import { QUICK_RECIPE } from './quick-recipe.ts';

type Home = Awaited<ReturnType<typeof openSides>>;

/** Adds a job for each of so many different images in a home at `studio`, starts its queue, and returns the ids. */
export async function orderQuickModels(home: Home, folder: string, images: number, name = 'image'): Promise<string[]> {
  use(home, 'studio');
  const sources = [];
  for (let image = 0; image < images; image++) {
    const file = await writeSampleImage(folder, `${name}-${image}.png`, 64 + image);
    sources.push({ kind: 'picture', path: file, bytes: (await stat(file)).size } as const);
  }
  const order = {
    ...serviceForNewJobs(home.settings.get()),
    formats: ['glb'],
    recipe: QUICK_RECIPE,
    variants: 1,
  } as const;
  const jobs = home.queue.add(sources, { ...order, outFolder: null });
  home.start([]);
  return jobs.map(({ id }) => id);
}
