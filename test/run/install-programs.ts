import { existsSync } from 'node:fs';
import { findFaketime } from '../helpers/find-faketime.ts';
import { findOnPath } from '../helpers/find-on-path.ts';
import { findChromium } from '../helpers/page/chromium.ts';
import { findCeph } from '../helpers/service/ceph.ts';
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
  // Debian’s Blender needs numpy to import and export, and does not bring it.
  { title: 'Blender', find: () => findOnPath('blender'), packages: ['blender', 'python3-numpy'] },
  { title: 'PrusaSlicer', find: () => findOnPath('prusa-slicer'), packages: ['prusa-slicer'] },
  // Compiles and runs the package for Unity in a double of its editor.
  { title: 'Mono', find: () => findOnPath('mcs') && findOnPath('mono'), packages: ['mono-mcs', 'mono-runtime'] },
  { title: 'keychain', find: () => findOnPath('gnome-keyring-daemon'), packages: ['gnome-keyring', 'dbus'] },
  { title: 'PostgreSQL', find: findPostgres, packages: ['postgresql'] },
  // Check and run what assets/studio contains.
  { title: 'Caddy', find: () => findOnPath('caddy'), packages: ['caddy'] },
  { title: 'Docker Compose', find: () => findOnPath('docker-compose'), packages: ['docker-compose'] },
  { title: 'systemd-analyze', find: () => findOnPath('systemd-analyze'), packages: ['systemd'] },
  { title: 'promtool', find: () => findOnPath('promtool'), packages: ['prometheus'] },
  { title: 'libfaketime', find: findFaketime, packages: ['faketime'] },
  { title: 'Ceph', find: findCeph, packages: ['ceph-mon', 'ceph-osd', 'radosgw'] },
];

/** A machine whose tests decide for others. */
interface Machine {
  readonly platform: NodeJS.Platform;
  /** Continuous integration: every service of it sets CI. */
  readonly isCi: boolean;
}

/** Only Linux has all programs of the tests; where it decides what is released, none of their tests may be skipped. */
export const needsEveryProgram = ({ platform, isCi }: Machine): boolean => platform === 'linux' && isCi;

/**
 * Makes sure that the programs of the tests are there, installing those that are missing: from the system's packages as
 * root on Debian and its kin. Each that could not be installed counts as one failed test; without root only on a machine
 * that needs every program.
 */
export async function installPrograms(): Promise<readonly Outcome[]> {
  const missing = PROGRAMS.filter((program) => !reportFound(program));
  const hasApt = canUseApt();
  const { platform, env } = process;
  const needsAll = needsEveryProgram({ platform, isCi: env['CI'] !== undefined && env['CI'] !== '' });
  if (hasApt && missing.length > 0) await installWithApt(missing);
  const outcomes: Outcome[] = [];
  for (const program of missing) {
    if (!hasApt && !program.installElsewhere && !needsAll) {
      process.stdout.write(`No ${program.title} found: its tests are skipped.\n`);
      continue;
    }
    if (!hasApt) process.stdout.write(`${tail((await program.installElsewhere?.()) ?? '', 20)}\n`);
    if (reportFound(program)) continue;
    process.stdout.write(`No ${program.title} could be installed; tests that need it will fail.\n`);
    outcomes.push({ passed: 0, failed: 1, skipped: 0 });
  }
  return outcomes;
}

function reportFound({ title, find }: Program): boolean {
  const found = find();
  if (found !== null) process.stdout.write(`${title[0]?.toUpperCase()}${title.slice(1)}: ${found}\n`);
  return found !== null;
}

const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

async function installWithApt(missing: readonly Program[]): Promise<void> {
  process.env['DEBIAN_FRONTEND'] = 'noninteractive';
  await runCommand('apt-get', ['update']);
  if (await installPackages(missing.flatMap(({ packages }) => packages))) return;
  // One package that this system does not have keeps all others from being installed with it.
  for (const { packages } of missing) await installPackages(packages);
}

/** False, with what apt-get said, if they could not be installed. */
async function installPackages(packages: readonly string[]): Promise<boolean> {
  process.stdout.write(`Installing ${packages.join(', ')} with apt-get…\n`);
  const { code, output } = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
  if (code !== 0) process.stdout.write(`${tail(output, 20)}\n`);
  return code === 0;
}

async function installWithPlaywright(): Promise<string> {
  process.stdout.write('No Chromium, Chrome or Edge found: fetching the one Playwright tests with…\n');
  const { output } = await runCommand('playwright', ['install', 'chromium']);
  const { chromium } = await import('playwright-core');
  // Playwright keeps it in a cache of its own, where nobody else looks.
  if (existsSync(chromium.executablePath())) process.env['CHROMIUM'] = chromium.executablePath();
  return output;
}
