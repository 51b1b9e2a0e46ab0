import type { Target } from '../target.ts';

/** Any folder: plain copies under a naming rule. */
export const folder: Target = {
  name: 'folder',
  title: 'Any folder',
  find: async () => [],
  takes: ['*'],
  projects: null,
};
