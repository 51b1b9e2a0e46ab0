/** Texts for link downloads and the setting that allows links to the local network. */
export const LINK_TEXTS = {
  fetch: 'Download',
  hint: 'Dropforge downloads the image or model from this link. No credits are used.',
  open: 'This link uses http. Others on the network can read or change the file.',
  openBrief: 'http, not encrypted',
  list: 'Downloads in progress',
  asking: 'connecting…',
  part: (bytes: string, total: string) => `${bytes} of ${total}`,
  cancel: (name: string) => `Cancel download of ${name}`,
  dropTitle: 'Drop to download the link',
  settings: 'Link settings…',
  title: 'Links',
  inside: 'Allow links to the local network',
  insideHelp:
    'Turn this on to download from your own servers. When it is off, links to this computer or your network are blocked.',
} as const;
