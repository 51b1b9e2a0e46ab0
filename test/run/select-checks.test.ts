import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PARTS } from './parts.ts';
import { selectChecks } from './select-checks.ts';

const files = {
  document: 'docs/engine.md',
  feature: 'src-renderer/features/viewer/state/viewer.svelte.ts',
  frame: 'src-renderer/app/frame/TopBar.svelte',
  queue: 'src-main/queue/admission.ts',
  service: 'src-main/local-service/api-error.ts',
  spec: 'test/e2e/way.spec.ts',
};

describe('the checks of a change', () => {
  it('are only the format for a document', () => {
    expect(selectChecks([files.document])).toEqual({ parts: ['format'], unitFolders: [], specs: [] });
  });

  it('are types, lint, what is unused and the simulation for the queue', () => {
    expect(selectChecks([files.queue])).toMatchObject({
      parts: ['types', 'lint', 'unused', 'format', 'simulation'],
      specs: [],
    });
  });

  it('include the tests that start processes of the module', () => {
    expect(selectChecks([files.service]).unitFolders).toEqual(['test/local-service']);
  });

  it('include the end-to-end tests of the feature, and those that were changed', () => {
    expect(selectChecks([files.feature]).specs).toEqual(['shown-model', 'splat', 'surroundings', 'viewer']);
    expect(selectChecks([files.frame, files.spec]).specs).toEqual(['way']);
    expect(selectChecks([files.frame]).specs).toEqual(['way']);
  });

  it('name parts, folders and end-to-end tests that exist', () => {
    const { parts, unitFolders, specs } = selectChecks(
      ['src-main/cli/a.ts', 'src-main/hot-folders/a.ts', 'src-main/dcc/a.ts', ...Object.values(files)].concat(
        ['account', 'create', 'doctor', 'folders', 'gallery', 'inspector', 'onboarding', 'operations', 'palette']
          .concat(['queue', 'recipes', 'settings', 'targets'])
          .map((feature) => `src-renderer/features/${feature}/a.ts`),
      ),
    );
    expect(parts.filter((name) => !PARTS.some((part) => part.name === name))).toEqual([]);
    expect(unitFolders.length).toBe(4);
    expect(unitFolders.filter((folder) => !existsSync(folder))).toEqual([]);
    expect(specs.length).toBeGreaterThan(15);
    expect(specs.filter((spec) => !existsSync(`test/e2e/${spec}.spec.ts`))).toEqual([]);
  });
});
