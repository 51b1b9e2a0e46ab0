import type { Desktop } from '../../src-main/app-deps.ts';

/** A desktop with these features only. */
export function createDesktop(features: Partial<Desktop> = {}): Desktop {
  return {
    revealPath: null,
    chooseFolder: null,
    chooseFile: null,
    confirm: null,
    showCode: null,
    startDrag: null,
    ...features,
  };
}

/** A person who allows every change that the page asks for. */
export const ALLOWS_ALL = createDesktop({ confirm: async () => true });
