import { join } from 'node:path';
import { PROJECT_ROOT } from '../base/project-root.ts';

/** Folder of the built page. */
export const PAGE_FOLDER = join(PROJECT_ROOT, 'dist/renderer');

/** The built preload script. */
export const PRELOAD_FILE = join(PROJECT_ROOT, 'dist/preload/preload.cjs');
