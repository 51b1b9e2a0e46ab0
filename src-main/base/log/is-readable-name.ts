/** Letter pairs that make up three quarters of English text, and nearly as much of related languages. */
const COMMON_PAIRS = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ' +
    'ri ro ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc ' +
    'et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ' +
    'ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa oo od sc sk dr gr cr fr fl cl br ck ke da bo ' +
    'ba'
  ).split(' '),
);

/** A word, with or without its capital, a run of capitals, or a number. */
const PIECES = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;

/** Shorter words occur by chance. */
const SHORTEST_WORD = 4;
/** Longest separate number, such as a date. */
const LONGEST_NUMBER = 8;
/** Longest part between separators that is ignored: `v3`, `of`. */
const SHORT_PART = 4;
/** Minimum share of common pairs in a word; in random letters it is a fifth. */
const MIN_COMMON = 0.66;
/** Minimum share of words in a name. */
const MIN_WORDS = 0.66;

/**
 * Returns true if a long run of letters, digits, `-` and `_` is a name, such as `heroCharacterIdle2024final03`, and
 * not random: its letters form words of a language. Of a hundred thousand random strings of 24 characters one
 * or two pass; of longer ones hardly any.
 */
export function isReadableName(name: string): boolean {
  if (/^[0-9a-f]+$/i.test(name)) return false;
  let [words, all] = [0, 0];
  for (const part of name.split(/[^A-Za-z0-9]+/)) {
    // A number or a few letters between separators are no evidence in either direction.
    if (part.length <= SHORT_PART || (/^\d+$/.test(part) && part.length <= LONGEST_NUMBER)) continue;
    for (const [piece] of part.matchAll(PIECES)) {
      // A year, a date or a time of day.
      if (/^(?:\d{4}|\d{6}|\d{8,9})$/.test(piece)) continue;
      all += piece.length;
      if (isWord(piece)) words += piece.length;
    }
  }
  return all === 0 ? name.length < 40 : words / all >= MIN_WORDS;
}

function isWord(piece: string): boolean {
  if (piece.length < SHORTEST_WORD || /\d/.test(piece)) return false;
  const letters = piece.toLowerCase();
  let common = 0;
  for (let at = 1; at < letters.length; at++) if (COMMON_PAIRS.has(letters.slice(at - 1, at + 1))) common++;
  return common / (letters.length - 1) >= MIN_COMMON;
}
