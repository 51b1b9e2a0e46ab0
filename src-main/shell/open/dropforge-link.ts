import path from 'node:path';

/** Scheme of links that open something in Dropforge. */
export const LINK_SCHEME = 'dropforge';

/** File name extension of recipe files that open with Dropforge. */
export const RECIPE_EXTENSION = '.dropforge-recipe';

/** Views that a link may show. */
const VIEWS = ['queue', 'gallery', 'recipes', 'folders', 'account', 'settings'] as const;

/** What a link asks for. Every request only shows something; a recipe file is proposed, not imported. */
export type LinkRequest =
  | { readonly kind: 'view'; readonly view: (typeof VIEWS)[number] }
  | { readonly kind: 'job'; readonly id: string }
  /** The absolute path of a recipe file on this computer. */
  | { readonly kind: 'recipe'; readonly path: string };

/** Any program and any web page can open a link, so nothing else is read; longer than every path. */
const MAX_LENGTH = 8_192;

/** `dropforge:queue`, `dropforge:job/ID`, `dropforge:recipe?file=PATH`; with or without slashes, which some programs add. */
const LINK = /^dropforge:(?:\/\/)?([a-z]+)(?:\/([\w-]{1,64}))?\/?(?:\?file=([^&#]+))?$/i;

/** Parses a link; null if it is not exactly one of the three forms. */
export function parseDropforgeLink(link: string, pathModule: typeof path.posix = path): LinkRequest | null {
  const [whole, name = '', id, file] = (link.length <= MAX_LENGTH && LINK.exec(link)) || [];
  if (whole === undefined) return null;
  const view = VIEWS.find((each) => each === name);
  if (view && id === undefined && file === undefined) return { kind: 'view', view };
  if (name === 'job' && id !== undefined && file === undefined) return { kind: 'job', id };
  if (name !== 'recipe' || id !== undefined || file === undefined) return null;
  const decoded = decode(file);
  return decoded !== null && isLocalRecipe(decoded, pathModule) ? { kind: 'recipe', path: decoded } : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * True for the absolute, plain path of a recipe file. A share is refused: opening it would send the user’s Windows sign-in to
 * a computer that the link names.
 */
function isLocalRecipe(file: string, { isAbsolute, normalize }: typeof path.posix): boolean {
  const isShare = /^[\\/]{2}/.test(file);
  return !isShare && !/\p{Cc}/u.test(file) && isAbsolute(file) && normalize(file) === file && isRecipeFile(file);
}

/** True if a file name has the extension of recipe files. */
export function isRecipeFile(file: string): boolean {
  return file.toLowerCase().endsWith(RECIPE_EXTENSION);
}
