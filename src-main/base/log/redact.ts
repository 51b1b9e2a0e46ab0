import os from 'node:os';
import { isReadableName } from './is-readable-name.ts';

/** Replacement for redacted text. */
const HIDDEN = '[hidden]';

/** Shorter values are common words. */
const SHORTEST_SECRET = 4;

/** Long values that are never secret: ids of tasks, jobs and requests. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Time stamps in the names of files and logs. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.-]+Z?/g;

/**
 * Names of fields whose value is a secret, as in headers, JSON, queries and environment variables. Their repetitions are
 * bounded, so that the time stays linear.
 */
const NAMED =
  /((?:proxy-)?authorization|(?:set-)?cookie|x-amz-[\w-]{1,60}|x-api-key|api[_-]?key|access[_-]?key|secret[_-]?\w{0,60}|password|passwd|passphrase|credentials?|signature|\bsig|token|\bkey)(["']\s*:\s*|["']?\s*=\s*|:\s+)(["']?)(?:(?:Bearer|Basic)\s+)?[^\s"',;&)}\]]+/gi;

/** Formats of secrets, at any position. */
const FORMS: readonly RegExp[] = [
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{6,}/gi,
  /\b(?:sk|tsk|pk|tcli|local|whsec|ghp|xox[a-z])_[\w=+/-]{6,}/gi,
  /\beyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g,
  /-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g,
];

/** Everything up to whitespace, a quote or an angle bracket: an address or a word with its punctuation. */
const RUNS = /[^\s"'<>]+/g;

/**
 * Words long enough to be a secret, with the file extension that follows. In an address a file name may be the only
 * protection; elsewhere it is none.
 */
const LONG_WORDS =
  /[A-Za-z0-9][A-Za-z0-9_-]{14,}[A-Za-z0-9]={0,2}(\.(?:png|jpe?g|webp|bmp|tiff?|gif|glb|gltf|fbx|obj|stl|3mf|usd[azc]?|ply|splat|zip|mtl|bin|txt|json|blend)\b)?/gi;

/** The same within an address. */
const LONG_PARTS = /[A-Za-z0-9][A-Za-z0-9_-]{14,}[A-Za-z0-9]={0,2}/g;

/** From this length on, a word in a single case may be random. */
const LONG = 24;

/**
 * A text without secrets: known secret values (`known`), values named or formatted like a
 * key, token or signature, the query and credentials of every address, and long random words. Home folders are
 * shortened to `~`. UUIDs are kept, because users report them.
 */
export function redact(text: string, known: Iterable<string> = [], home = os.homedir()): string {
  let safe = redactKnown(text, known)
    .replace(/:\/\/[^\s/@"']+@/g, `://${HIDDEN}@`)
    .replace(/\b((?:https?|wss?):\/\/[^\s"'<>?#]*)([?#][^\s"'<>)]*)?/gi, (whole, address: string, query?: string) =>
      query === undefined ? whole : `${address}?${HIDDEN}`,
    );
  for (const form of FORMS) safe = safe.replace(form, HIDDEN);
  safe = safe.replace(NAMED, (whole: string, name: string, sign: string, quote: string) =>
    whole.endsWith(HIDDEN) || UUID.test(whole) ? whole : `${name}${sign}${quote}${HIDDEN}`,
  );
  safe = safe.replace(RUNS, hideLongWords);
  return shortenHome(safe, home);
}

/** Redacts the random words of an address or a word with its punctuation. */
function hideLongWords(run: string): string {
  const address = run.indexOf('://');
  const words = address < 0 ? run : run.slice(0, address);
  return (
    words.replace(LONG_WORDS, (word: string, extension?: string) =>
      extension === undefined ? hideRandom(word) : word,
    ) + run.slice(words.length).replace(LONG_PARTS, hideRandom)
  );
}

/** Redacts a random word: 24 or more characters, or shorter with capitals, small letters and digits. */
function hideRandom(word: string): string {
  // Ids and time stamps are kept and do not affect the text around them.
  const rest = word.replaceAll(new RegExp(UUID, 'gi'), '').replaceAll(MOMENT, '');
  const isMixed = /[a-z]/.test(rest) && /[A-Z]/.test(rest) && /\d/.test(rest);
  const maySecret = rest.length >= LONG ? /[A-Za-z]/.test(rest) : isMixed && rest.length >= 16;
  return maySecret && !isReadableName(rest) ? HIDDEN : word;
}

/** A text without known secret values, otherwise unchanged. */
export function redactKnown(text: string, known: Iterable<string>): string {
  let safe = text;
  for (const secret of known) if (secret.length >= SHORTEST_SECRET) safe = safe.replaceAll(secret, HIDDEN);
  return safe;
}

/** The user's home folder as `~`, and those of other users without their name. */
function shortenHome(text: string, home: string): string {
  const own = home.length > 3 ? text.replaceAll(home, '~') : text;
  return own
    .replace(/(\/(?:home|Users)\/)[^/\s"']+/g, '$1…')
    .replace(/([A-Za-z]:[\\/]+Users[\\/]+)[^\\/\s"']+/g, '$1…');
}
