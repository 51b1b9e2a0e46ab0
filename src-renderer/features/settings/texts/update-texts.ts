/** Texts about updates. */
export const UPDATE_TEXTS = {
  title: 'Updates',
  ask: 'Check for updates daily',
  askHelp:
    'Dropforge reads one small file from the address below. It never downloads or installs updates automatically.',
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
  notNow: 'Not now',
  shutUp: (version: string) => `You dismissed version ${version}. It is shown only here.`,
} as const;
