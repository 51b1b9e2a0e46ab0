import type { Target } from '../target.ts';

/** A program that the person names, or the one that the system opens such files with. */
export const openWith: Target = {
  name: 'open-with',
  title: 'Open with …',
  find: async () => [],
  takes: ['*'],
  projects: null,
};
