import { expect, onTestFinished, test, vi } from 'vitest';
import { showProgress } from '../../../../src-main/cli/lib/output/progress.ts';
import { alignColumns } from '../../../../src-main/cli/lib/output/text-columns.ts';
import { cutText, textWidth } from '../../../../src-main/cli/lib/output/text-width.ts';
import type { Queue } from '../../../../src-main/queue/queue.ts';
import type { Job } from '../../../../src-shared/jobs/job.ts';

const COLUMNS = 80;

test('a row never takes more than one line of the terminal, whatever the name', () => {
  const names = [
    '椅子的参考图片正面视图已经去除背景的最终版本文件.png',
    '🪑'.repeat(30),
    'chair.png',
    'e\u0301'.repeat(40),
  ];
  const jobs = names.map((name, id) => ({ id: String(id), name, status: 'running', steps: [{ progress: 50 }] }));
  const queue = { views: () => jobs as unknown as Job[], onChange: () => () => undefined } as unknown as Queue;
  const lines: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const before = { isTTY: process.stderr.isTTY, columns: process.stderr.columns };
  Object.assign(process.stderr, { isTTY: true, columns: COLUMNS });
  onTestFinished(() => {
    write.mockRestore();
    Object.assign(process.stderr, before);
  });
  showProgress(
    queue,
    jobs.map(({ id }) => id),
  ).stop();
  const rows = (lines[0] ?? '').replace('\u001b[J', '').trimEnd().split('\n');
  expect(rows).toHaveLength(names.length);
  for (const row of rows) {
    expect(textWidth(row)).toBeLessThan(COLUMNS);
    // The bars are below each other.
    expect(textWidth(row.slice(0, row.indexOf('█')))).toBe(29);
  }
});

test('wide characters take two cells, and combining ones none', () => {
  expect(['椅子', 'ａ', '한글', 'e\u0301', '…', '🪑'].map(textWidth)).toEqual([4, 2, 4, 1, 1, 2]);
  expect(cutText('椅子的图片', 7)).toBe('椅子的…');
  expect(cutText('椅子', 4)).toBe('椅子');
  const rows = [
    ['椅子', '1'],
    ['chair', '10'],
  ];
  expect(alignColumns(rows, [1])).toBe('椅子    1\nchair  10\n');
});
