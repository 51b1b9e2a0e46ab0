/** Maximum length of a URL; browsers and servers reliably support less. */
export const MAX_LINK_LENGTH = 8_192;

/**
 * Maximum length of a link that contains its image (`data:`), in characters: the limit of one message from the page.
 */
export const MAX_DATA_LINK_LENGTH = 1_000_000;

/** Returns the links of a text that consists only of links separated by white space; empty for other text. */
export function findLinks(text: string): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return words.every(isLink) ? words : [];
}

/** True if a word is a URL that can be downloaded, or a `data:` URL. */
export function isLink(word: string): boolean {
  return /^(https?:\/\/[^\s/?#]|data:[^\s,]*,)\S*$/iu.test(word);
}

/** Parses a dragged list of links (`text/uri-list`, RFC 2483, 5): one per line, without comments and other schemes. */
export function parseUriList(list: string): string[] {
  return list
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && isLink(line));
}

/** True if the content of a link can be read and modified in transit. */
export function isUnencryptedLink(link: string): boolean {
  return /^http:/i.test(link);
}

/**
 * Returns the display name of a link: its host and the last part of its path; never its query, which may contain a key.
 */
export function linkTitle(link: string): string {
  if (/^data:/i.test(link)) return 'data:…';
  const [, host = '', path = ''] = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)/i.exec(link) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return host;
  return `${host}/${parts.length > 1 ? '…/' : ''}${last.length > 60 ? `${last.slice(0, 59).toWellFormed()}…` : last}`;
}
