/** Concurrency pools (spec part 8): default number of tasks per category that may be queued or running at once. */
export const CATEGORIES = {
  generation_h: { title: '3D generation, H series', concurrency: 10 },
  generation_p: { title: '3D generation, P series', concurrency: 5 },
  image: { title: 'Image generation', concurrency: 1 },
  animation: { title: 'Animation', concurrency: 10 },
  processing: { title: 'Model processing', concurrency: 5 },
  mesh: { title: 'Mesh operations', concurrency: 10 },
} as const;

/** A concurrency pool; every request belongs to exactly one. */
export type Category = keyof typeof CATEGORIES;

/** All pools, in their documented order. */
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as [Category, ...Category[]];
