import { describe, expect, it } from 'vitest';
import { JOB_STATUSES, type Job, type JobStatus } from '../../../../src-shared/jobs/job.ts';
import { queueGroupOf } from '../../../../src-shared/jobs/queue-groups.ts';
import {
  countFilters,
  countGroups,
  layOutQueue,
  LINE_HEIGHTS,
  findLine,
  linesInView,
  passesFilter,
  scrollToLine,
  TOUCH_LINE_HEIGHTS,
  type QueueLine,
} from '../../../../src-renderer/features/queue/queue-lines.ts';
import type { Grouping } from '../../../../src-renderer/features/queue/queue-groups.ts';
import { buildJob } from '../../build-job.ts';

const jobOf = (id: string, status: JobStatus, createdAt = 0, finishedAt: number | null = null) =>
  buildJob({ id, status, createdAt, position: createdAt, finishedAt });
const names = (lines: readonly QueueLine[]) => lines.map((line) => (line.kind === 'group' ? line.group : line.id));

describe('laying out the queue', () => {
  it('groups by what a person has to know first', () => {
    const jobs = [jobOf('d', 'done'), jobOf('w', 'waiting'), jobOf('r', 'running'), jobOf('u', 'unknown')];
    expect(names(layOutQueue(jobs, 'all', new Set()).lines)).toEqual([
      ...['needs_you', 'u', 'running', 'r'],
      ...['waiting', 'w', 'finished', 'd'],
    ]);
  });

  it('shows what comes next first while they wait and the newest first once finished', () => {
    const jobs = [
      buildJob({ id: 'late', position: 2 }),
      buildJob({ id: 'early', position: 1 }),
      buildJob({ id: 'urgent', position: 9, priority: 'high' }),
      buildJob({ id: 'idle', position: 0, priority: 'low' }),
      jobOf('old', 'done', 0, 10),
      jobOf('new', 'failed', 0, 20),
    ];
    const ids = ['urgent', 'early', 'late', 'idle', 'new', 'old'];
    expect(layOutQueue(jobs, 'all', new Set()).ids).toEqual(ids);
  });

  it('stacks lines without gaps and gives rows with buttons their height', () => {
    const { lines, height } = layOutQueue([jobOf('u', 'unknown'), jobOf('w', 'waiting')], 'all', new Set());
    expect(lines.map((line) => line.height)).toEqual([28, LINE_HEIGHTS.tall, 28, LINE_HEIGHTS.row]);
    expect(lines.map((line) => line.top)).toEqual([0, 28, 100, 128]);
    expect(height).toBe(168);
  });

  it('has higher lines on a touchscreen', () => {
    const all = { grouping: 'state', titleOf: (key: string) => key } as const;
    const { lines } = layOutQueue(
      [jobOf('u', 'unknown'), jobOf('w', 'waiting')],
      'all',
      new Set(),
      all,
      TOUCH_LINE_HEIGHTS,
    );
    expect(lines.map((line) => line.height)).toEqual([44, 88, 44, 48]);
  });

  it('keeps the head and the count of a folded group', () => {
    const { lines, ids } = layOutQueue([jobOf('a', 'waiting'), jobOf('b', 'waiting')], 'all', new Set(['waiting']));
    expect(ids).toEqual([]);
    expect(lines).toMatchObject([{ kind: 'group', group: 'waiting', count: 2 }]);
  });

  it('groups by recipe, hot folder and day, with what a person has to know first at the top of each', () => {
    const titles: Readonly<Record<string, string>> = { game: 'A game', draft: 'Draft', inbox: 'Inbox' };
    const by = (jobs: readonly Job[], grouping: Grouping) =>
      names(layOutQueue(jobs, 'all', new Set(), { grouping, titleOf: (key) => titles[key] ?? key }).lines);
    const noon = new Date(2026, 10, 21, 12).getTime();
    const day = (at: number) => String(new Date(at).setHours(0, 0, 0, 0));
    const jobs = [
      buildJob({ id: 'done', status: 'done', createdAt: noon }),
      buildJob({ id: 'next', recipe: 'game', origin: 'inbox', createdAt: noon - 86_400_000 }),
      buildJob({ id: 'now', status: 'running', createdAt: noon + 3_600_000 }),
    ];
    expect(by(jobs, 'recipe')).toEqual(['game', 'next', 'draft', 'now', 'done']);
    expect(by(jobs, 'folder')).toEqual(['', 'now', 'done', 'inbox', 'next']);
    expect(by(jobs, 'day')).toEqual([day(noon), 'now', 'done', day(noon - 86_400_000), 'next']);
  });

  it('lets every state pass the filter all and counts as many as it shows', () => {
    const jobs = JOB_STATUSES.map((status) => jobOf(status, status));
    const counts = countFilters(jobs);
    expect(counts.all).toBe(JOB_STATUSES.length);
    for (const filter of ['active', 'needs_you', 'failed', 'done'] as const)
      expect(layOutQueue(jobs, filter, new Set()).ids).toHaveLength(counts[filter]);
    expect(countGroups(jobs).needs_you).toBe(2);
  });

  it('calls active what runs or waits, and nothing that needs the person', () => {
    for (const status of JOB_STATUSES)
      expect(passesFilter({ status }, 'active')).toBe(['running', 'waiting'].includes(queueGroupOf(status)));
  });
});

describe('the lines in view', () => {
  const jobs = Array.from({ length: 10_000 }, (_, index) => jobOf(String(index), 'waiting', index));
  const { lines, places } = layOutQueue(jobs, 'all', new Set());

  it('are found by the height the pointer is at', () => {
    expect(findLine(lines, 10)).toMatchObject({ kind: 'group' });
    expect(findLine(lines, 28 + 40 * 3 + 1)).toMatchObject({ id: '3' });
    expect(findLine(lines, Infinity)).toBeNull();
  });

  it('are those between two heights, and a few more', () => {
    const shown = linesInView(lines, { top: 28 + 40 * 100, height: 400 }, 2, null);
    expect(names(shown)).toEqual(Array.from({ length: 15 }, (_, index) => String(98 + index)));
  });

  it('cover the whole view wherever it is scrolled to', () => {
    for (const top of [0, 27, 28, 67, 68, 12_345, 399_000]) {
      const shown = linesInView(lines, { top, height: 700 }, 0, null);
      const first = shown[0];
      const last = shown.at(-1);
      expect(first && first.top <= top).toBe(true);
      expect(last && last.top + last.height >= Math.min(top + 700, 400_028)).toBe(true);
    }
  });

  it('keep the focused row although it is out of sight', () => {
    expect(names(linesInView(lines, { top: 0, height: 100 }, 0, places.get('9000') ?? null))).toContain('9000');
  });

  it('are none of an empty list', () => {
    expect(linesInView([], { top: 0, height: 100 }, 8, null)).toEqual([]);
  });
});

describe('bringing a line into view', () => {
  const line: QueueLine = { kind: 'job', id: 'a', group: 'waiting', index: 1, top: 500, height: 40 };

  it('stays where the line is fully seen', () => {
    expect(scrollToLine(line, { top: 450, height: 100 })).toBe(450);
  });

  it('scrolls no further than needed', () => {
    expect(scrollToLine(line, { top: 520, height: 100 })).toBe(500);
    expect(scrollToLine(line, { top: 0, height: 100 })).toBe(440);
  });
});
