import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';

const read = (name: string): string => readFileSync(path.join(PROJECT_ROOT, name), 'utf8');

/** The numbers of a version, to compare as text. */
const sortable = (version = ''): string =>
  version
    .split('.')
    .map((part) => part.padStart(6, '0'))
    .join('.');

test('no undici is used that unpacks without limit (CVE-2026-22036, CVE-2026-84890)', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
  expect(sortable(packages['node_modules/undici']?.version) >= sortable('8.10.2')).toBe(true);
  expect(sortable(process.versions['undici']) >= sortable('7.29.1')).toBe(true);
});

/** Keys as their issuers form them. */
const SECRETS = [
  '-----BEGIN [A-Z ]*PRIVATE KEY-----',
  'AKIA[0-9A-Z]{16}',
  'AIza[0-9A-Za-z_-]{35}',
  'gh[pousr]_[A-Za-z0-9]{36}',
  'npm_[A-Za-z0-9]{36}',
  'xox[baprs]-[0-9A-Za-z-]{10}',
  'sk_live_[0-9A-Za-z]{10}',
  // Of generation services, and secrets of webhooks; keys that tests make up are shorter, or are words.
  '\\b(?:sk|tsk|tcli|whsec)_[0-9A-Za-z]{24}',
  '\\b(?:tsk|tcli|whsec|local)_[\\w+/-]{40}',
];
const SECRET = new RegExp(SECRETS.join('|'));
/** Made-up keys of the test of the log, and the key of Amazon’s published examples. */
const EXAMPLES = ['test/base/log/redact.test.ts', 'test/local-service/files/s3/sigv4.test.ts'];

test('no file of the project holds a key', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: PROJECT_ROOT, encoding: 'utf8' }).split('\0');
  const found = files.filter((file) => file !== '' && SECRET.test(read(file)));
  expect(found.filter((file) => !EXAMPLES.includes(file))).toEqual([]);
});

test('keys of generation services and webhooks are known by their form', () => {
  const bytes = randomBytes(32);
  for (const prefix of ['tsk_', 'tcli_', 'whsec_', 'local_'])
    expect(SECRET.test(`"${prefix}${bytes.toString('base64url')}"`), prefix).toBe(true);
  for (const prefix of ['sk_', 'tsk_', 'tcli_', 'whsec_'])
    expect(SECRET.test(`key: ${prefix}${bytes.toString('hex').slice(0, 32)}`), prefix).toBe(true);
  for (const word of [
    'task_id',
    'local_service_down',
    'whsec_never_to_be_seen_again',
    'tsk_repeated-by-a-careless-region',
  ])
    expect(SECRET.test(word), word).toBe(false);
});

test('nothing writes the memory of a process, with the keys in it, to the disk', () => {
  const files = execFileSync('git', ['ls-files', '-z', 'src-main', 'package.json'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  const dumps = /crashReporter|writeHeapSnapshot|HeapSnapshotNearHeapLimit|heapsnapshot-|--report-|process\.report/i;
  expect(files.split('\0').filter((file) => file !== '' && dumps.test(read(file)))).toEqual([]);
});
