import { ensureBuild } from '../src-main/cli/lib/ensure-build.ts';

/** Builds what is stale once, before test files that need the built app run beside each other. */
export const setup = ensureBuild;
