import path from 'node:path';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';

/** The folder of real models and views beside the project. It may be absent: tests that need it skip then. */
export const SAMPLES = path.resolve(PROJECT_ROOT, '../shared/samples');
