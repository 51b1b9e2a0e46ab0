import type { Target } from '../target.ts';

/** A program that the user specifies, or the default program of the system. */
export const openWith: Target = {
  name: 'open-with',
  title: 'Open with …',
  find: async () => [],
  takes: ['*'],
  projects: null,
};
