import { existsSync } from 'node:fs';
import { findOnPath } from '../helpers/find-on-path.ts';
import { findChromium } from '../helpers/page/chromium.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { Outcome } from './outcome.ts';
import { runCommand, tail } from './run-command.ts';

/** A program that tests run. */
interface Program {
  readonly title: string;
  /** Its path; null: it is not installed. */
  readonly find: () => string | null;
  /** What Debian and Ubuntu call it, with what it needs. */
  readonly packages: readonly string[];
  /** Installs it where the system's packages cannot be installed; absent: its tests are skipped there. */
  readonly installElsewhere?: () => Promise<string>;
}

const PROGRAMS: readonly Program[] = [
  // Without a font a page has no text.
  {
    title: 'browser',
    find: findChromium,
    packages: ['chromium', 'fonts-dejavu-core'],
    installElsewhere: installWithPlaywright,
  },
  { title: 'PostgreSQL', find: findPostgres, packages: ['postgresql'] },
  // Check and run what assets/studio contains.
  { title: 'Caddy', find: () => findOnPath('caddy'), packages: ['caddy'] },
  { title: 'Docker Compose', find: () => findOnPath('docker-compose'), packages: ['docker-compose'] },
  { title: 'systemd-analyze', find: () => findOnPath('systemd-analyze'), packages: ['systemd'] },
  { title: 'promtool', find: () => findOnPath('promtool'), packages: ['prometheus'] },
];

/**
 * Makes sure that the programs of the tests are there, installing those that are missing: from the system's packages as
 * root on Debian and its kin. A failed installation counts as one failed test.
 */
export async function installPrograms(): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const program of PROGRAMS) if (!(await install(program))) outcomes.push({ passed: 0, failed: 1, skipped: 0 });
  return outcomes;
}

/** False if it could not be installed. */
async function install({ title, find, packages, installElsewhere }: Program): Promise<boolean> {
  if (reportFound(title, find)) return true;
  const installHere = canUseApt() ? () => installWithApt(title, packages) : installElsewhere;
  if (!installHere) {
    process.stdout.write(`No ${title} found: its tests are skipped.\n`);
    return true;
  }
  const output = await installHere();
  if (reportFound(title, find)) return true;
  process.stdout.write(`${tail(output, 40)}\nNo ${title} could be installed; tests that need it will fail.\n`);
  return false;
}

function reportFound(title: string, find: () => string | null): boolean {
  const found = find();
  if (found !== null) process.stdout.write(`${title[0]?.toUpperCase()}${title.slice(1)}: ${found}\n`);
  return found !== null;
}

const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

async function installWithApt(title: string, packages: readonly string[]): Promise<string> {
  process.stdout.write(`No ${title} found: installing ${packages.join(' and ')} with apt-get…\n`);
  process.env['DEBIAN_FRONTEND'] = 'noninteractive';
  const update = await runCommand('apt-get', ['update']);
  const installed = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
  return update.output + installed.output;
}

async function installWithPlaywright(): Promise<string> {
  process.stdout.write('No Chromium, Chrome or Edge found: fetching the one Playwright tests with…\n');
  const { output } = await runCommand('playwright', ['install', 'chromium']);
  const { chromium } = await import('playwright-core');
  // Playwright keeps it in a cache of its own, where nobody else looks.
  if (existsSync(chromium.executablePath())) process.env['CHROMIUM'] = chromium.executablePath();
  return output;
}
