import type { Rgb } from '../text/finish.ts';
import type { Meaning } from '../text/words/lexicon.ts';
import type { Token } from '../text/words/tokenize.ts';
import { toBackgroundEdits, toSubjectEdits, type Said } from './edit-clause.ts';
import type { Edit, EditPlan } from './edit.ts';
import { toEditPhrases } from './edit-phrases.ts';
import type { EditWord } from './edit-words.ts';

/** Percent of one step: “25 % brighter” is “brighter”. */
const STEP_PERCENT = 25;
const MOST_STEPS = 4;
/** Most changes of one prompt: each takes a second at most. */
const MOST_EDITS = 12;
const WHITE = [255, 255, 255] as const;

/**
 * Reads an instruction to edit a picture, left to right, once; words and rules stand in docs/picture-edits.md. Nothing is
 * refused: what no rule knows is listed. The same text gives the same plan. O(words).
 */
export function readEdit(prompt: string): EditPlan {
  const reader = createReader();
  for (const { words, word, meaning, next } of toEditPhrases(prompt)) {
    const text = words.map((token) => token.text).join(' ');
    if (word) reader.take(word, text, next);
    else reader.takeMeaning(meaning, words[0]!, text);
  }
  return reader.end();
}

function createReader() {
  const edits: Edit[] = [];
  const understood: string[] = [];
  const ignored = new Map<string, string>();
  const unmade: string[] = [];
  const nouns: string[] = [];
  const unused: string[] = [];
  const colors: Rgb[] = [];
  let second: EditPlan['second'] = null;
  /** What the clause has said so far, and from where on it may belong to a background. */
  let said: Said[] = [];
  let split = 0;
  let clauseNouns: string[] = [];
  let isAboutBackground = false;
  let isAboutSecond = false;
  let verb: 'remove' | 'add' | null = null;
  let sign = 1;
  let factor = 1;
  let degrees: string[] = [];

  const add = (edit: Edit, words: string) => {
    edits.push(edit);
    understood.push(words);
  };
  const wordsOf = (items: readonly Said[]) => [...degrees, ...items.map(({ word }) => word)].join(' ');
  const flush = () => {
    if (said.length > 0) {
      const made = isAboutBackground
        ? toBackgroundEdits(said)
        : toSubjectEdits(said, clauseNouns.length > 0 ? 'subject' : 'all');
      edits.push(...made);
      if (made.length > 0) understood.push(`${wordsOf(said)}${isAboutBackground ? ' background' : ''}`);
      if (made.some(({ kind }) => kind === 'dress')) nouns.push(...clauseNouns);
      if (!isAboutBackground) for (const item of said) if (item.kind === 'color') colors.push(item.color);
    } else unused.push(...clauseNouns);
    [said, split, clauseNouns, isAboutBackground, sign, factor, degrees] = [[], 0, [], false, 1, 1, []];
  };
  const leaveOut = (token: { text: string; written: string }) => {
    if (verb) unmade.push(token.written);
    else if (!ignored.has(token.text)) ignored.set(token.text, token.written);
  };
  const takeBackground = () => {
    const own = said.slice(split);
    if (isAboutSecond) second = 'background';
    if (verb === 'remove') {
      add({ kind: 'background', background: { kind: 'clear' } }, 'no background');
      return;
    }
    if (own.length === 0) {
      flush();
      isAboutBackground = true;
      return;
    }
    said = said.slice(0, split);
    flush();
    edits.push(...toBackgroundEdits(own));
    understood.push(`${wordsOf(own)} background`);
  };

  const take = (meaning: EditWord, words: string, next: readonly Meaning[] = []) => {
    switch (meaning.kind) {
      case 'stop':
        return;
      case 'boundary':
        if (words === ',') verb = null;
        return flush();
      case 'joint':
        split = said.length;
        return;
      case 'make':
        if (verb === 'remove' && /^colou?r$/.test(words)) {
          add({ kind: 'tone', tone: 'grey', amount: 1, target: 'all' }, 'no colour');
        }
        verb = null;
        return;
      case 'remove':
      case 'add':
        verb = meaning.kind;
        return;
      case 'direction':
        ({ sign } = meaning);
        return;
      case 'degree':
        factor *= meaning.factor;
        degrees.push(words);
        return;
      case 'background':
        return takeBackground();
      case 'ordinal':
        isAboutSecond = true;
        if (isAboutBackground) second = 'background';
        return;
      case 'second':
        second = meaning.use;
        return;
      case 'tone':
        // “bright red” is a colour.
        if (next.some(({ kind }) => kind === 'color')) return;
        said.push({ kind: 'tone', tone: meaning.tone, amount: sign * factor * meaning.sign, word: words });
        return;
      case 'quantity':
        if (verb === 'remove') sign = -1;
        said.push({
          kind: 'tone',
          tone: meaning.tone,
          amount: sign * factor,
          word: `${sign > 0 ? 'more' : 'less'} ${words}`,
        });
        return;
      case 'filter': {
        const isLess = sign < 0 || verb === 'remove';
        const filter = meaning.filter === 'blur' && isLess ? 'sharpen' : meaning.filter;
        said.push({ kind: 'filter', filter, amount: factor, word: isLess ? `less ${words}` : words });
        return;
      }
      case 'fault':
        return takeFault(meaning.cure, words);
      case 'even_light':
        return add({ kind: 'even_light' }, words);
      case 'light':
        return add({ kind: 'light', side: meaning.side, amount: meaning.amount * factor }, words);
      case 'turn':
        return add({ kind: 'turn', how: meaning.how }, words);
      case 'shadow':
        return verb === 'remove' ? takeFault('even_light', words) : add({ kind: 'shadow' }, words);
      case 'outline': {
        const own = said.slice(split).findLast((item) => item.kind === 'color');
        if (own) said = said.filter((item) => item !== own);
        return add({ kind: 'outline', color: own?.color ?? WHITE }, own ? `${own.word} ${words}` : words);
      }
      case 'clear':
      case 'studio':
        said.push({ kind: meaning.kind, word: words });
        return;
    }
  };
  const takeFault = (cure: 'denoise' | 'sharpen' | 'even_light' | 'grey', words: string) => {
    const isWanted = verb !== 'remove' && sign > 0;
    if (cure === 'even_light')
      add(isWanted ? { kind: 'shadow' } : { kind: 'even_light' }, isWanted ? words : `no ${words}`);
    else if (cure === 'grey') {
      if (!isWanted) add({ kind: 'tone', tone: 'grey', amount: 1, target: 'all' }, `no ${words}`);
    } else if (isWanted) leaveOut({ text: words, written: words });
    else add({ kind: 'filter', filter: cure, amount: factor, target: 'all' }, `less ${words}`);
  };

  /** A word of the text grammar. */
  const takeMeaning = (meaning: Meaning | undefined, token: Token, words: string) => {
    switch (meaning?.kind) {
      case 'color':
        said.push({ kind: 'color', color: meaning.color, word: words });
        return;
      case 'material':
        said.push({ kind: 'material', finish: meaning.finish, word: words });
        return;
      case 'surface':
        said.push({ kind: 'surface', surface: meaning.surface, word: words });
        return;
      case 'statue':
        said.push({ kind: 'statue', word: words });
        return;
      case 'noun':
        if (verb) return void unmade.push(words);
        clauseNouns.push(words);
        split = said.length;
        return;
      case 'relation':
        return flush();
      case 'without':
        verb = 'remove';
        return;
      case 'article':
      case 'pronoun':
      case 'stop':
      case 'and':
        return;
      default:
        return takeUnknown(token);
    }
  };
  const takeUnknown = (token: Token) => {
    if (!/^\d+$/u.test(token.text)) return leaveOut(token);
    factor = Math.min(MOST_STEPS, Number(token.text) / STEP_PERCENT);
    // “brighter by 50 percent”
    const last = said.at(-1);
    if (last?.kind === 'tone') said[said.length - 1] = { ...last, amount: Math.sign(last.amount) * factor };
  };

  const end = (): EditPlan => {
    flush();
    const notes = [
      ...(nouns.length > 0
        ? [`${list(nouns)} was taken for the whole subject: its parts are not told apart on this computer.`]
        : []),
      ...(unmade.length > 0
        ? [`Things cannot be added or taken away on this computer, so ${list(unmade)} was left out.`]
        : []),
    ];
    // Names of things say what a picture shows as long as something else says what to do with it.
    const left = [...ignored.values(), ...(edits.length === 0 ? unused : [])];
    if (edits.length > MOST_EDITS) notes.push(`Only the first ${MOST_EDITS} changes were made.`);
    return { edits: edits.slice(0, MOST_EDITS), colors, second, understood, ignored: left, notes };
  };
  return { take, takeMeaning, end };
}

function list(words: readonly string[]): string {
  return [...new Set(words)]
    .slice(0, 6)
    .map((word) => `“${word}”`)
    .join(', ');
}
