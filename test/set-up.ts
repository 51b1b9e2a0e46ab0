import { ensurePage } from '../src-main/cli/ensure-page.ts';

/** Builds what is stale once, before test files that need the built app run beside each other. */
export const setup = ensurePage;
