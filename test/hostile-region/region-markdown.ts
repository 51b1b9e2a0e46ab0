import { format, resolveConfig } from 'prettier';
import { REGION_TABLE } from './region-table.ts';
import type { HostileRow } from './run-hostile-job.ts';

const INTRODUCTION = [
  '# Hostile service',
  '',
  'Read this page to see what a job comes to when a cloud region breaks the interface. Each row is one behavior of a test',
  'server and one job that runs through the real queue against it. `test/hostile-region` compares every row;',
  '`vitest run test/hostile-region -u` writes this page.',
  '',
  'In every row, a creation request is sent again only if the region refused it or its task failed, and no other host',
  'receives the API key.',
  '',
  '- **Job**: its state and the code of its error.',
  '- **Shown**, **Ledger**: the charge beside the job, and the sums of the day.',
  '- **Service**: the charges of all tasks as the region reports them.',
  '- **POSTs**: creation requests. **Other hosts**: requests to another host.',
  '- **Pause**: the shortest pause before the next request, in rows with `Retry-After`.',
  '- **Text**: the error and the charge as the command line prints them, and the notes of the job.',
  '- **After recovery**: the job and its creation requests once the region is honest again. Jobs that wait continue',
  '  automatically, failed jobs are retried, unconfirmed jobs are checked again.',
];

/** `docs/hostile-service.md` from the table. */
export async function regionMarkdown(page: string): Promise<string> {
  const sections = Object.entries(REGION_TABLE).flatMap(([title, rows]) => ['', `## ${title}`, '', ...toTable(rows)]);
  return format([...INTRODUCTION, ...sections].join('\n'), { ...(await resolveConfig(page)), parser: 'markdown' });
}

function toTable(rows: readonly HostileRow[]): string[] {
  const head = [
    'The region …',
    'Job',
    'Shown',
    'Ledger',
    'Service',
    'POSTs',
    'Pause',
    'Other hosts',
    'Text',
    'After recovery',
  ];
  const lines = rows.map(({ region, elsewhere = 0, expected }) => {
    const { job, shown, ledger, service, posts, pause, text, after } = expected;
    return [region, job, shown, ledger, service, posts, pause, elsewhere, text, after].map(toCell);
  });
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
}

function toCell(value: string | number): string {
  return String(value)
    .replaceAll('|', '\\|')
    .replace(/\b([a-z]+(?:_[a-z]+)+)\b/g, '`$1`');
}
