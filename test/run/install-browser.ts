import { existsSync } from 'node:fs';
import { findChromium } from '../helpers/page/chromium.ts';
import type { Outcome } from './outcome.ts';
import { runCommand, tail } from './run-command.ts';

/** What Debian and Ubuntu call the browser, and a font, without which a page has no text. */
const PACKAGES = ['chromium', 'fonts-dejavu-core'];

/**
 * Makes sure there is a browser of the Chromium family, installing one where there is none: from the system's packages
 * as root on Debian and its kin, else Playwright's own. A failed installation counts as one failed test.
 */
export async function installBrowser(): Promise<readonly Outcome[]> {
  const found = findChromium();
  if (found !== null) {
    process.stdout.write(`Browser: ${found}\n`);
    return [];
  }
  const output = canUseApt() ? await installWithApt() : await installWithPlaywright();
  const installed = findChromium();
  if (installed !== null) {
    process.stdout.write(`Browser: ${installed}\n`);
    return [];
  }
  process.stdout.write(`${tail(output, 40)}\nNo browser could be installed; tests that need one will fail.\n`);
  return [{ passed: 0, failed: 1, skipped: 0 }];
}

const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

async function installWithApt(): Promise<string> {
  process.stdout.write(`No Chromium, Chrome or Edge found: installing ${PACKAGES.join(' and ')} with apt-get…\n`);
  process.env['DEBIAN_FRONTEND'] = 'noninteractive';
  const update = await runCommand('apt-get', ['update']);
  const install = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES]);
  return update.output + install.output;
}

async function installWithPlaywright(): Promise<string> {
  process.stdout.write('No Chromium, Chrome or Edge found: fetching the one Playwright tests with…\n');
  const { output } = await runCommand('playwright', ['install', 'chromium']);
  const { chromium } = await import('playwright-core');
  // Playwright keeps it in a cache of its own, where nobody else looks.
  if (existsSync(chromium.executablePath())) process.env['CHROMIUM'] = chromium.executablePath();
  return output;
}
