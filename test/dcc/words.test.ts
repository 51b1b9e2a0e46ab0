import { describe, expect, it } from 'vitest';
import {
  describeMismatch,
  describeFailure,
  describeAbandonedClaim,
} from '../../src-shared/delivery/describe-delivery.ts';
import type { ImportMismatch } from '../../src-shared/delivery/find-mismatches.ts';
import { RECEIPT_ERRORS } from '../../src-shared/delivery/receipt.ts';

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
    expect(describeMismatch(difference)).toMatch(/^[A-Z0-9].+\. .*(?:mport|xport|settings).*\.$/);
  });

  it('name the unit that was mistaken, and no unit for another size', () => {
    expect(describeMismatch(differences[1]!)).toContain('scaled by 0.01');
    expect(describeMismatch(differences[0]!)).not.toContain('unit');
    expect(describeMismatch(differences[3]!)).toContain('2 more');
  });

  it.each(RECEIPT_ERRORS)('say what to do about “%s”', (code) => {
    expect(describeFailure({ error: { code, message: 'It did not work' } })).toMatch(/^It did not work\. [A-Z].+\.$/);
  });

  it('count down how often a program tries again', () => {
    expect(describeAbandonedClaim('blender', 1, 3)).toContain('2 attempts left');
    expect(describeAbandonedClaim('blender', 3, 3)).toContain('not be tried again');
  });
});
