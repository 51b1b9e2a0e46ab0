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
  // A screen in memory, with windows that can be found and photographed.
  {
    title: 'screen',
    find: () => findOnPath('Xvfb') && findOnPath('xwininfo') && findOnPath('import'),
    packages: ['xvfb', 'x11-utils', 'imagemagick'],
  },
  { title: 'ffmpeg', find: () => findOnPath('ffmpeg'), packages: ['ffmpeg'] },
  { title: 'PostgreSQL', find: findPostgres, packages: ['postgresql'] },
  // Check and run what assets/studio contains.
  { title: 'Caddy', find: () => findOnPath('caddy'), packages: ['caddy'] },
  // Ubuntu’s docker-compose needs setuptools, and does not bring it.
  {
    title: 'Docker Compose',
    find: () => findOnPath('docker-compose'),
    packages: ['docker-compose', 'python3-setuptools'],
  },
  { title: 'systemd-analyze', find: () => findOnPath('systemd-analyze'), packages: ['systemd'] },
  { title: 'promtool', find: () => findOnPath('promtool'), packages: ['prometheus'] },
  { title: 'libfaketime', find: findFaketime, packages: ['faketime'] },
  { title: 'Ceph', find: findCeph, packages: ['ceph-mon', 'ceph-osd', 'radosgw'] },
];

/** Where the tests run. */
interface Machine {
  readonly platform: NodeJS.Platform;
  /** Continuous integration: every service of it sets CI. */
  readonly isCi: boolean;
  /** It can install packages of the system. */
  readonly hasApt: boolean;
}

function describeMachine(): Machine {
  const { platform, env, getuid } = process;
  return { platform, isCi: Boolean(env['CI']), hasApt: getuid?.() === 0 && existsSync('/usr/bin/apt-get') };
}

/**
 * Makes sure that the programs of the tests are there, installing those that are missing: from the system's packages as
 * root on Debian and its kin. Each that could not be installed counts as one failed test. Elsewhere the tests of missing
 * ones are skipped, but not by continuous integration on Linux, which decides what is released.
 */
export async function installPrograms(
  programs: readonly Program[] = PROGRAMS,
  { platform, isCi, hasApt }: Machine = describeMachine(),
): Promise<readonly Outcome[]> {
  const needsAll = hasApt || (isCi && platform === 'linux');
  const missing = programs.filter((program) => !reportFound(program));
  if (hasApt && missing.length > 0) await installWithApt(missing);
  const outcomes: Outcome[] = [];
  for (const program of missing) {
    if (!needsAll && !program.installElsewhere) {
      process.stdout.write(`No ${program.title} found: its tests are skipped.\n`);
      continue;
    }
    if (!hasApt && program.installElsewhere) process.stdout.write(`${tail(await program.installElsewhere(), 20)}\n`);
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
