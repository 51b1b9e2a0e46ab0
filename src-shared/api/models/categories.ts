/** Concurrency pools of spec part 8: tasks of one category that may be queued or running at once, by default. */
export const CATEGORIES = {
  generation_h: { title: '3D generation, H series', concurrency: 10 },
  generation_p: { title: '3D generation, P series', concurrency: 5 },
  image: { title: 'Image generation', concurrency: 1 },
  animation: { title: 'Animation', concurrency: 10 },
  processing: { title: 'Model processing', concurrency: 5 },
  mesh: { title: 'Mesh operations', concurrency: 10 },
} as const;

/** One pool; an operation belongs to exactly one for a given request. */
export type Category = keyof typeof CATEGORIES;
