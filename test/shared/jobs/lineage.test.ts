import { describe, expect, it } from 'vitest';
import { findAncestry, findDescendants } from '../../../src-shared/jobs/lineage.ts';

const job = (id: string, basedOn: string | null = null) => ({ id, basedOn });
const jobs = [job('a'), job('b', 'a'), job('c', 'b'), job('d', 'a'), job('lost', 'gone'), job('x', 'y'), job('y', 'x')];
const find = (id: string) => jobs.find((other) => other.id === id) ?? null;

describe('where a job came from', () => {
  it('is told from the first one on', () => {
    expect(findAncestry(job('c', 'b'), find)).toEqual({ jobs: [job('a'), job('b', 'a')], missing: null });
    expect(findAncestry(job('a'), find)).toEqual({ jobs: [], missing: null });
  });

  it('ends where a job is no longer here, and where jobs name each other', () => {
    expect(findAncestry(job('lost', 'gone'), find)).toEqual({ jobs: [], missing: 'gone' });
    expect(findAncestry(job('x', 'y'), find)).toEqual({ jobs: [job('y', 'x')], missing: 'x' });
  });
});

it('what came from a job is found however far down, and never the job itself', () => {
  expect([...findDescendants('a', jobs)].sort()).toEqual(['b', 'c', 'd']);
  expect([...findDescendants('x', jobs)]).toEqual(['y']);
  expect([...findDescendants('c', jobs)]).toEqual([]);
});
