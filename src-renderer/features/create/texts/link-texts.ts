/** Words of links that are fetched, and of the setting that lets them lead into this network. */
export const LINK_TEXTS = {
  fetch: 'Fetch',
  hint: 'Dropforge fetches the picture or model behind it. Nothing of yours goes along, and nothing is paid by that.',
  open: 'The link is http: others on the way can read and change what it brings.',
  openBrief: 'http, not private',
  list: 'Links on their way in',
  asking: 'asking…',
  part: (bytes: string, total: string) => `${bytes} of ${total}`,
  cancel: (name: string) => `Stop fetching ${name}`,
  dropTitle: 'Let go to fetch the link',
  settings: 'Settings of links…',
  title: 'Links',
  inside: 'Links may lead into this network',
  insideHelp:
    'For pictures on a server of your own. While it is off, no link reaches this computer or anything else in your network, whoever wrote it.',
} as const;
