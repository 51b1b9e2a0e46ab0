/** Longest address that is followed; browsers and servers agree on less. */
export const MAX_LINK_LENGTH = 8_192;

/** Longest link that holds its image itself (`data:`), in characters: what one message of the page may carry. */
export const MAX_DATA_LINK_LENGTH = 1_000_000;

/** The links of a text that is nothing but links, each parted from the next by white space; none of any other text. */
export function findLinks(text: string): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return words.every(isLink) ? words : [];
}

/** Whether a word is the address of something to be fetched, or holds it itself. */
export function isLink(word: string): boolean {
  return /^(https?:\/\/[^\s/?#]|data:[^\s,]*,)\S*$/iu.test(word);
}

/** The links of a dragged list (`text/uri-list`, RFC 2483, 5): a line each, without comments and other schemes. */
export function parseUriList(list: string): string[] {
  return list
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && isLink(line));
}

/** Whether what a link brings can be read and changed on its way. */
export function isUnencryptedLink(link: string): boolean {
  return /^http:/i.test(link);
}

/** What a person calls a link: its host and the last part of its path; never its query, which may hold a key. */
export function linkTitle(link: string): string {
  if (/^data:/i.test(link)) return 'data:…';
  const [, host = '', path = ''] = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)/i.exec(link) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return host;
  return `${host}/${parts.length > 1 ? '…/' : ''}${last.length > 60 ? `${last.slice(0, 59).toWellFormed()}…` : last}`;
}
