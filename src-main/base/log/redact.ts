import os from 'node:os';
import { isReadableName } from './is-readable-name.ts';

/** What stands where something was taken out. */
const HIDDEN = '[hidden]';

/** Shorter values are words that stand everywhere. */
const SHORTEST_SECRET = 4;

/** What is never a secret although it is long: ids of tasks, jobs and requests. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Moments as they stand in names of files and logs. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.-]+Z?/g;

/** Names of things whose value is a secret, as in headers, JSON, queries and environments. */
const NAMED =
  /((?:proxy-)?authorization|(?:set-)?cookie|x-amz-[\w-]+|x-api-key|api[_-]?key|access[_-]?key|secret(?:[_-]?\w+)?|password|passwd|passphrase|credentials?|signature|\bsig|\w*token|\bkey)(["']\s*:\s*|["']?\s*=\s*|:\s+)(["']?)(?:(?:Bearer|Basic)\s+)?[^\s"',;&)}\]]+/gi;

/** A secret by its form, wherever it stands. */
const FORMS: readonly RegExp[] = [
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{6,}/gi,
  /\b(?:sk|tsk|pk|tcli|local|whsec|ghp|xox[a-z])_[\w=+/-]{6,}/gi,
  /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g,
  /-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g,
];

/**
 * Addresses, and words long enough to be a secret with the ending of a file behind them. In an address a file name may be
 * all that keeps strangers out, elsewhere it is none.
 */
const LONG_WORDS =
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+|[A-Za-z0-9][A-Za-z0-9_-]{14,}[A-Za-z0-9]={0,2}(\.(?:png|jpe?g|webp|bmp|tiff?|gif|glb|gltf|fbx|obj|stl|3mf|usd[azc]?|ply|splat|zip|mtl|bin|txt|json|blend)\b)?/gi;

/** The same inside an address. */
const LONG_PARTS = /[A-Za-z0-9][A-Za-z0-9_-]{14,}[A-Za-z0-9]={0,2}/g;

/** From this length on a word without capitals, or without small letters, may be random. */
const LONG = 24;

/**
 * A text without anything that opens a door: values that are known to be secret (`known`), what is named or formed like a
 * key, token or signature, the query of every address and what stands before its @, long random words. Home folders are
 * shortened to `~`. Ids in the form of a UUID stay, because a person reports with them.
 */
export function redact(text: string, known: Iterable<string> = [], home = os.homedir()): string {
  let safe = redactKnown(text, known)
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, `$1${HIDDEN}@`)
    .replace(/\b((?:https?|wss?):\/\/[^\s"'<>?#]*)[?#][^\s"'<>)]*/gi, `$1?${HIDDEN}`);
  for (const form of FORMS) safe = safe.replace(form, HIDDEN);
  safe = safe.replace(NAMED, (whole: string, name: string, sign: string, quote: string) =>
    whole.endsWith(HIDDEN) || UUID.test(whole) ? whole : `${name}${sign}${quote}${HIDDEN}`,
  );
  safe = safe.replace(LONG_WORDS, (word: string, ending?: string) => {
    if (word.includes('://')) return word.replace(LONG_PARTS, hideRandom);
    return ending === undefined ? hideRandom(word) : word;
  });
  return shortenHome(safe, home);
}

/** A word that was made at random is hidden: of 24 signs and more, or shorter with capitals, small letters and digits. */
function hideRandom(word: string): string {
  // Ids and moments stay, and say nothing of what stands around them.
  const rest = word.replaceAll(new RegExp(UUID, 'gi'), '').replaceAll(MOMENT, '');
  const isMixed = /[a-z]/.test(rest) && /[A-Z]/.test(rest) && /\d/.test(rest);
  const maySecret = rest.length >= LONG ? /[A-Za-z]/.test(rest) : isMixed && rest.length >= 16;
  return maySecret && !isReadableName(rest) ? HIDDEN : word;
}

/** A text without values that are known to be secret; all else stays. */
export function redactKnown(text: string, known: Iterable<string>): string {
  let safe = text;
  for (const secret of known) if (secret.length >= SHORTEST_SECRET) safe = safe.replaceAll(secret, HIDDEN);
  return safe;
}

/** This person's home folder as `~`, and that of anybody else without their name. */
function shortenHome(text: string, home: string): string {
  const own = home.length > 3 ? text.replaceAll(home, '~') : text;
  return own
    .replace(/(\/(?:home|Users)\/)[^/\s"']+/g, '$1…')
    .replace(/([A-Za-z]:[\\/]+Users[\\/]+)[^\\/\s"']+/g, '$1…');
}
