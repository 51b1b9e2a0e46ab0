import { expect, it } from 'vitest';
import { findImportMismatches } from '../../../src-shared/delivery/find-mismatches.ts';
import type { ManifestFile } from '../../../src-shared/delivery/manifest.ts';
import type { Receipt } from '../../../src-shared/delivery/receipt.ts';

/** The difference between the clips of a file and those that a program imported. */
function findMissing(clips: string[], imported: string[]): readonly string[] {
  const file = { clips, textures: null, dimensions: null, hasSkeleton: false } as unknown as ManifestFile;
  const textures = { linked: 0, missing: [] };
  const receipt = { status: 'imported', clips: imported, textures, dimensions: null } as unknown as Receipt;
  const [mismatch] = findImportMismatches(file, receipt);
  return mismatch?.kind === 'missing_clips' ? mismatch.names : [];
}

it('recognizes clips that a program named after the skeleton, or numbered', () => {
  expect(findMissing(['Walk', 'Run', 'a|b', 'Jump'], ['Armature|Walk', 'Run.001', 'Armature|a|b', 'Jumping'])).toEqual([
    'Jump',
  ]);
});

it('compares long lists in one pass', () => {
  const names = (prefix: string): string[] => Array.from({ length: 100_000 }, (_, at) => `${prefix}${at}`);
  expect(findMissing(names('a'), names('b'))).toHaveLength(100_000);
  expect(findMissing(['a'], ['|'.repeat(1_000_000)])).toEqual(['a']);
});
