import path from 'node:path';
import { isRecipeFile, LINK_SCHEME, parseDropforgeLink, type LinkRequest } from './dropforge-link.ts';
import { parseShellArguments } from '../shell-arguments.ts';

/** What the system, another program or a second start of the app asks to open. */
export type OpenRequest = LinkRequest | { readonly kind: 'files'; readonly paths: readonly string[] };

/** Files that one start of the app may open. */
const MAX_FILES = 1_000;

/** The requests of a command line whose relative paths start at `folder`; unknown links are ignored. */
export function parseOpenArguments(args: readonly string[], folder: string, isPackaged: boolean): OpenRequest[] {
  const { words } = parseShellArguments(args);
  return parseOpenWords(isPackaged ? words : words.slice(1), folder);
}

/** The requests of files and links. */
export function parseOpenWords(words: readonly string[], folder: string): OpenRequest[] {
  const requests: OpenRequest[] = [];
  const paths: string[] = [];
  for (const word of words.slice(0, MAX_FILES)) {
    if (isLink(word)) {
      const link = parseDropforgeLink(word);
      if (link) requests.push(link);
      continue;
    }
    const file = path.resolve(folder, word);
    if (isRecipeFile(file)) requests.push({ kind: 'recipe', path: file });
    else paths.push(file);
  }
  return paths.length > 0 ? [...requests, { kind: 'files', paths }] : requests;
}

function isLink(word: string): boolean {
  return word.toLowerCase().startsWith(`${LINK_SCHEME}:`);
}
