/** Texts about updates. */
export const UPDATE_TEXTS = {
  title: 'Updates',
  ask: 'Check for updates daily',
  askHelp:
    'Dropforge reads one small file and its signature from the address below. Nothing is downloaded unless you ask for it.',
  automatic: 'Download updates automatically',
  automaticHelp: 'An update is installed when you quit Dropforge, but not while paid jobs are running.',
  address: 'Update feed',
  addressHelp:
    'HTTPS address of the folder that contains latest.yml, latest-mac.yml or latest-linux.yml. Leave empty to turn off update checks.',
  save: 'Save address',
  check: 'Check now',
  asking: 'Checking…',
  status: {
    off: 'Update checks are off.',
    no_address: 'No update feed is set.',
    unasked: 'Not checked yet.',
    current: (version: string) => `Version ${version} is up to date.`,
    staged: 'A newer version is being released in stages. It has not reached this computer yet.',
    newer: (version: string) => `Version ${version} is available.`,
    failed: 'Could not check for updates.',
  },
  runs: (version: string) => `Current version: ${version}.`,
  released: (day: string) => `Released ${day}.`,
  checkedAt: (time: string) => `Checked ${time}.`,
  notes: (version: string) => `What’s new in ${version}`,
  noNotes: 'No release notes available.',
  bar: (version: string, day: string) => `Version ${version}${day === '' ? '' : ` (${day})`} is available.`,
  open: 'Open download page',
  download: 'Download update',
  downloading: (version: string, bytes: string, total: string) =>
    `Downloading version ${version}: ${bytes} of ${total}.`,
  ready: (version: string) => `Version ${version} is ready. It is installed when you quit Dropforge.`,
  install: 'Restart to install',
  notNow: 'Not now',
  shutUp: (version: string) => `You dismissed version ${version}. It is shown only here.`,
} as const;
