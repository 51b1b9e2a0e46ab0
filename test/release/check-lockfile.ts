import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, ok, verdict, type CheckResult } from './report.ts';
import { runTool } from './tools.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Days that a version must be published before it is shipped: most malicious ones are found within a week. */
const MIN_AGE_DAYS = 7;
const DAY_MS = 86_400_000;

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}
type Lockfile = Readonly<Record<string, Locked>>;

/** Checks the lock file: hosts, differences since the last release, and the age of what is new. */
export async function checkLockfile(asksRegistry: boolean): Promise<CheckResult[]> {
  return [
    await attempt('lock file', checkHosts),
    await attempt('lock file since the last release', checkDifferences),
    await attempt('age of packages', () => checkAges(asksRegistry)),
    await attempt('advisories', () => checkAdvisories(asksRegistry)),
  ];
}

const parse = (text: string): Lockfile => (JSON.parse(text) as { packages: Lockfile }).packages;
const current = (): Lockfile => parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim();

/** Every package as `name@version`, with the checksum it is locked with. */
function versionsOf(lockfile: Lockfile): Map<string, string> {
  const packages = Object.entries(lockfile).filter(([at, { link }]) => at.includes('node_modules/') && link !== true);
  return new Map(
    packages.map(([at, { version, integrity }]) => [
      `${at.replace(/^.*node_modules\//, '')}@${version}`,
      integrity ?? '',
    ]),
  );
}

function checkHosts(): CheckResult {
  const foreign = Object.entries(current()).filter(([, { resolved }]) => resolved?.includes('://') === true);
  const unchecked = [...versionsOf(current())].filter(([, integrity]) => !integrity.startsWith('sha512-'));
  const problems = [
    ...foreign.map(([name, { resolved }]) => `${name} comes from ${resolved}.`),
    ...unchecked.map(([name]) => `${name} has no SHA-512.`),
  ];
  return verdict('lock file', problems, `${versionsOf(current()).size} packages with checksums, none names its host`);
}

/** A version that keeps its number must keep its content. */
function checkDifferences(): CheckResult {
  const name = 'lock file since the last release';
  const tag = git('tag', '--list', 'v*', '--sort=-creatordate', '--merged', 'HEAD')
    .split('\n')
    .find((each) => each !== '');
  if (tag === undefined) return ok(name, 'there is no release yet');
  const before = versionsOf(parse(git('show', `${tag}:package-lock.json`)));
  const now = versionsOf(current());
  const replaced = [...now].filter(([version, sum]) => before.has(version) && before.get(version) !== sum);
  const added = [...now.keys()].filter((version) => !before.has(version));
  const gone = [...before.keys()].filter((version) => !now.has(version));
  return verdict(
    name,
    replaced.map(([version]) => `${version} has another checksum than in ${tag}.`),
    [
      `${tag}: ${added.length} added, ${gone.length} removed`,
      ...added.map((each) => `+ ${each}`),
      ...gone.map((each) => `- ${each}`),
    ].join('\n'),
  );
}

/** What was locked a week ago is a week old; only newer versions are asked for. */
async function checkAges(asksRegistry: boolean): Promise<CheckResult> {
  const name = 'age of packages';
  const commit = git('log', '-1', `--before=${MIN_AGE_DAYS}.days.ago`, '--format=%H', '--', 'package-lock.json');
  const known =
    commit === '' ? new Map<string, string>() : versionsOf(parse(git('show', `${commit}:package-lock.json`)));
  const young = [...versionsOf(current()).keys()].filter((version) => !known.has(version));
  const proven = `${known.size > 0 ? versionsOf(current()).size - young.length : 0} were locked ${MIN_AGE_DAYS} days ago`;
  if (young.length === 0) return ok(name, proven);
  if (!asksRegistry)
    return {
      name,
      status: 'missing',
      detail: `${proven}; ${young.length} are newer here. --online asks the registry for their age.`,
    };
  const problems: string[] = [];
  for (const version of young) {
    const days = await daysSincePublished(version);
    if (days === null) problems.push(`${version}: the registry does not say when it was published.`);
    else if (days < MIN_AGE_DAYS) problems.push(`${version} was published ${days.toFixed(1)} days ago.`);
  }
  return verdict(name, problems, `${proven}, ${young.length} were published ${MIN_AGE_DAYS} days ago`);
}

async function daysSincePublished(version: string): Promise<number | null> {
  const at = version.lastIndexOf('@');
  const { code, text } = await runTool('npm', ['view', version.slice(0, at), 'time', '--json']);
  if (code !== 0) return null;
  const published = Date.parse((JSON.parse(text) as Record<string, string>)[version.slice(at + 1)] ?? '');
  return Number.isNaN(published) ? null : (Date.now() - published) / DAY_MS;
}

async function checkAdvisories(asksRegistry: boolean): Promise<CheckResult> {
  const name = 'advisories';
  if (!asksRegistry) return { name, status: 'missing', detail: 'npm audit --omit=dev needs the registry: --online' };
  const { code, text } = await runTool('npm', ['audit', '--omit=dev'], root);
  return verdict(name, code === 0 ? [] : [text], text.split('\n').at(-1) ?? '');
}
