import { describe, expect, it } from 'vitest';
import {
  describeMismatch,
  describeFailure,
  describeAbandonedClaim,
} from '../../src-shared/delivery/describe-delivery.ts';
import type { ImportMismatch } from '../../src-shared/delivery/find-mismatches.ts';
import { RECEIPT_ERRORS } from '../../src-shared/delivery/receipt.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

describe('the words of a delivery', () => {
  const differences: ImportMismatch[] = [
    { kind: 'size', expected: [1, 1, 2], found: [1.5, 1.5, 3] },
    { kind: 'size', expected: [1, 1, 2], found: [0.01, 0.01, 0.02] },
    { kind: 'turned', expected: [1, 3, 2], found: [1, 2, 3] },
    { kind: 'missing_textures', names: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
    { kind: 'fewer_textures', expected: 3, found: 1 },
    { kind: 'missing_clips', names: ['Walk'] },
    { kind: 'no_skeleton' },
  ];

  it.each(differences)('say what differs and what to do: $kind', (difference) => {
    expect(toEnglish(describeMismatch(difference))).toMatch(/^[A-Z0-9].+\. .*(?:mport|xport|settings).*\.$/);
  });

  it('name the unit that was mistaken, and no unit for another size', () => {
    expect(toEnglish(describeMismatch(differences[1]!))).toContain('scaled by 0.01');
    expect(toEnglish(describeMismatch(differences[0]!))).not.toContain('unit');
    expect(toEnglish(describeMismatch(differences[3]!))).toContain('2 more');
  });

  it.each(RECEIPT_ERRORS)('say what to do about “%s”', (code) => {
    const failure = describeFailure({ error: { code, message: 'It did not work' } });
    expect(toEnglish(failure ?? '')).toMatch(/^It did not work\. [A-Z].+\.$/);
  });

  it('count down how often a program tries again', () => {
    expect(toEnglish(describeAbandonedClaim('blender', 1, 3))).toContain('2 attempts left');
    expect(toEnglish(describeAbandonedClaim('blender', 3, 3))).toContain('not be tried again');
  });
});
