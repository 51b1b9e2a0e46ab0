/** Words about newer versions: what is known, and where it is asked. */
export const UPDATE_TEXTS = {
  title: 'Updates',
  ask: 'Ask once a day whether there is a newer version',
  askHelp: 'One small file is read at the address below. Nothing is fetched or installed by itself.',
  address: 'Address',
  addressHelp:
    'The folder in which latest.yml, latest-mac.yml or latest-linux.yml lies, over https. Without one nobody is asked.',
  save: 'Use this address',
  check: 'Ask now',
  asking: 'Asking…',
  status: {
    off: 'Switched off; nobody is asked.',
    no_address: 'No address is known, so nobody is asked.',
    unasked: 'Not asked yet.',
    current: (version: string) => `${version} is the newest version.`,
    newer: (version: string) => `Version ${version} is out.`,
    failed: 'It could not be learned.',
  },
  runs: (version: string) => `Version ${version} runs here.`,
  released: (day: string) => `It is of ${day}.`,
  askedAt: (time: string) => `Asked ${time}.`,
  notes: (version: string) => `What is new in ${version}`,
  noNotes: 'The feed says nothing of what is new.',
  bar: (version: string, day: string) => `Version ${version}${day === '' ? '' : ` of ${day}`} is out.`,
  open: 'Open the page',
  notNow: 'Not now',
  shutUp: (version: string) => `You said “Not now” to ${version}; it is shown here only.`,
} as const;
