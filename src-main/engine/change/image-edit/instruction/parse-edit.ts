import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import { quoteWords } from '../../../base/language/quote-words.ts';
import type { Meaning } from '../../../catalogue/lexicon.ts';
import type { Token } from '../../../base/language/tokenize.ts';
import type { Tone } from '../tone/adjust-tone.ts';
import { toBackgroundEdits, toSubjectEdits, type ClauseWord } from './edit-clause.ts';
import type { Edit, EditPlan } from './edit.ts';
import { toEditPhrases } from './edit-phrases.ts';
import { createEditSense } from './edit-sense.ts';
import type { EditWord } from './edit-words.ts';
import type { FilterName } from '../tone/filter-image.ts';

/** Percent of one step: “25 % brighter” is “brighter”. */
const STEP_PERCENT = 25;
const MAX_STEPS = 4;
/** Most changes of one prompt: each takes a second at most. */
const MAX_EDITS = 12;
const WHITE = [255, 255, 255] as const;
/** Tones that are there or not: less of them is no tone. */
const WHOLE_TONES: ReadonlySet<Tone> = new Set(['grey', 'sepia', 'negative', 'night']);
/** What “remove” or “less” makes of a filter; the others have no opposite. */
const OPPOSITE: Partial<Record<FilterName, FilterName>> = { blur: 'sharpen', sharpen: 'blur' };
/** Behind “and” these say that a list of things goes on: “remove the noise and the blur”. */
const ARTICLES = /^(?:the|a|an|all|this|that|its)$/;
/** Behind what is to go these say where it is. */
const PLACES = /^(?:from|of|on|in|in front of|before|against|over|at)$/;

/**
 * Reads an instruction to edit a picture, left to right, once; words and rules stand in docs/image-edits.md. Nothing is
 * refused: what no rule knows is listed. The same text gives the same plan. O(words).
 */
export function parseEdit(prompt: string): EditPlan {
  const reader = createReader();
  for (const { words, word, meaning, next, isLast } of toEditPhrases(prompt)) {
    const text = words.map((token) => token.text).join(' ');
    if (word) reader.take(word, text, next, isLast);
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
  let said: ClauseWord[] = [];
  let split = 0;
  let clauseNouns: string[] = [];
  let isAboutBackground = false;
  let isAboutSecond = false;
  const sense = createEditSense();
  /** What was said of something to be removed that is not named yet: the white of “the white background”. */
  let removed: string[] = [];
  let factor = 1;
  let degrees: string[] = [];

  const add = (edit: Edit, words: string) => {
    edits.push(edit);
    understood.push(words);
  };
  const wordsOf = (items: readonly ClauseWord[]) => [...degrees, ...items.map(({ word }) => word)].join(' ');
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
    if (removed.length > 0) unmade.push(removed.join(' '));
    [said, split, clauseNouns, isAboutBackground, removed, factor, degrees] = [[], 0, [], false, [], 1, []];
  };
  /** Lists what cannot be done, with what was said of it. */
  const leaveOut = (token: { text: string; written: string }) => {
    if (sense.verb) {
      unmade.push([...removed, token.written].join(' '));
      sense.name();
    } else if (!ignored.has(token.text)) ignored.set(token.text, token.written);
    removed = [];
  };
  /** The same of a change that is known but not wanted. */
  const leave = (words: string) => {
    const text = sense.verb ? words : `less ${words}`;
    leaveOut({ text, written: text });
    sense.forget();
  };
  /** Keeps what a clause says, unless it is said of something that is to go. */
  const say = (item: ClauseWord) => {
    if (!sense.isUnwanted()) said.push(item);
    else if (sense.verb) removed.push(item.word);
    else leave(item.word);
    sense.forget();
  };
  const takeBackground = () => {
    const own = said.slice(split);
    // These were the background's.
    removed = [];
    if (isAboutSecond) second = 'background';
    if (sense.verb === 'remove' && !sense.isPlace) {
      said = said.slice(0, split);
      sense.serve();
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

  const take = (meaning: EditWord, words: string, next: readonly Meaning[], isLast: boolean) => {
    switch (meaning.kind) {
      case 'stop':
        if (ARTICLES.test(words)) sense.goOn();
        if (PLACES.test(words)) sense.locate();
        return;
      case 'boundary':
        flush();
        sense.endClause(words === ',');
        if (PLACES.test(words)) sense.locate();
        return;
      case 'joint':
        split = said.length;
        return sense.forget();
      case 'make':
        if (/^colou?r$/.test(words) && sense.verb === 'remove' && sense.isUnwanted()) takeFault('grey', words);
        return sense.begin(null);
      case 'remove':
        split = said.length;
        return sense.begin('remove');
      case 'add':
        return sense.begin('add');
      case 'direction':
        return sense.direct(meaning.sign);
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
        return takeTone(meaning, words);
      case 'quantity': {
        const way = sense.spend();
        const word = `${way > 0 ? 'more' : 'less'} ${words}`;
        said.push({ kind: 'tone', tone: meaning.tone, amount: way * factor, word });
        return;
      }
      case 'filter': {
        const isLess = sense.isUnwanted(isLast && words === 'blur');
        const filter = isLess ? OPPOSITE[meaning.filter] : meaning.filter;
        if (!filter) return leave(words);
        said.push({ kind: 'filter', filter, amount: factor, word: isLess ? `less ${words}` : words });
        if (sense.verb) sense.name();
        return sense.forget();
      }
      case 'fault':
        return takeFault(meaning.cure, words);
      case 'even_light':
        return change({ kind: 'even_light' }, words);
      case 'light':
        return change({ kind: 'light', side: meaning.side, amount: meaning.amount * factor }, words);
      case 'turn':
        return change({ kind: 'turn', how: meaning.how }, words);
      case 'shadow':
        return takeFault('even_light', words);
      case 'outline': {
        if (sense.isUnwanted(isLast)) return leave(words);
        const own = said.slice(split).findLast((item) => item.kind === 'color');
        if (own) said = said.filter((item) => item !== own);
        return add({ kind: 'outline', color: own?.color ?? WHITE }, own ? `${own.word} ${words}` : words);
      }
      case 'clear':
      case 'studio':
        return say({ kind: meaning.kind, word: words });
    }
  };
  const change = (edit: Edit, words: string) => (sense.isUnwanted() ? leave(words) : add(edit, words));
  const takeTone = ({ tone, sign }: EditWord & { kind: 'tone' }, word: string) => {
    // Of a tone that is there or not there is no less, and what is bright may be a thing that is to go.
    const isWhole = WHOLE_TONES.has(tone);
    if (isWhole || sense.verb === 'remove') say({ kind: 'tone', tone, amount: sign * factor, word });
    else {
      const isLess = sense.isUnwanted();
      said.push({
        kind: 'tone',
        tone,
        amount: (isLess ? -1 : 1) * sign * factor,
        word: isLess ? `less ${word}` : word,
      });
    }
    sense.forget();
  };
  const takeFault = (cure: 'denoise' | 'sharpen' | 'even_light' | 'grey', words: string) => {
    // Of “the red colours” no more is meant than the red ones.
    if (cure === 'grey' && removed.length > 0) return leave(words);
    const isWanted = sense.spend() > 0;
    removed = [];
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
        return say({ kind: 'color', color: meaning.color, word: words });
      case 'material':
        return say({ kind: 'material', finish: meaning.finish, word: words });
      case 'surface':
        return say({ kind: 'surface', surface: meaning.surface, word: words });
      case 'statue':
        return say({ kind: 'statue', word: words });
      case 'noun':
        if (sense.verb) return leaveOut({ text: words, written: words });
        clauseNouns.push(words);
        split = said.length;
        return;
      case 'relation':
        flush();
        return sense.endClause(false);
      case 'without':
        split = said.length;
        return sense.begin('remove');
      case 'article':
        return sense.goOn();
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
    factor = Math.min(MAX_STEPS, Number(token.text) / STEP_PERCENT);
    // “brighter by 50 percent”
    const last = said.at(-1);
    if (last?.kind === 'tone') said[said.length - 1] = { ...last, amount: Math.sign(last.amount) * factor };
  };

  const end = (): EditPlan => {
    flush();
    const notes: Note[] = [
      ...(nouns.length > 0
        ? ([engineMessage('edit.whole-subject', { words: quoteWords(new Set(nouns)) })] as const)
        : []),
      ...(unmade.length > 0
        ? ([engineMessage('edit.cannot-add-remove', { words: quoteWords(new Set(unmade)) })] as const)
        : []),
    ];
    // Names of things say what a picture shows as long as something else says what to do with it.
    const left = [...ignored.values(), ...(edits.length === 0 ? unused : [])];
    if (edits.length > MAX_EDITS) notes.push(engineMessage('edit.first-edits', { max: MAX_EDITS }));
    return { edits: edits.slice(0, MAX_EDITS), colors, second, understood, ignored: left, notes };
  };
  return { take, takeMeaning, end };
}
