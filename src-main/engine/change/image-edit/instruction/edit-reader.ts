import type { Rgb } from '../../../base/material/finish.ts';
import type { Meaning } from '../../../catalogue/lexicon.ts';
import type { Token } from '../../../base/language/tokenize.ts';
import type { Tone } from '../tone/adjust-tone.ts';
import { toBackgroundEdits, toSubjectEdits, type ClauseWord } from './edit-clause.ts';
import type { Edit, EditPlan } from './edit.ts';
import { MAX_EDITS, noteLimits } from './edit-limits.ts';
import { createEditSense } from './edit-sense.ts';
import type { EditWord } from './edit-words.ts';
import type { FilterName } from '../tone/filter-image.ts';

/** Percent of one step: “25 % brighter” is “brighter”. */
const STEP_PERCENT = 25;
const MAX_STEPS = 4;
const WHITE = [255, 255, 255] as const;
/** Tones that are there or not: less of them is no tone. */
const WHOLE_TONES: ReadonlySet<Tone> = new Set(['grey', 'sepia', 'negative', 'night']);
/** What “remove” or “less” makes of a filter; the others have no opposite. */
const OPPOSITE: Partial<Record<FilterName, FilterName>> = { blur: 'sharpen', sharpen: 'blur' };
/** Behind “and” these say that a list of things goes on: “remove the noise and the blur”. */
const ARTICLES = /^(?:the|a|an|all|this|that|its)$/;
/** Behind what is to go these say where it is. */
const PLACES = /^(?:from|of|on|in|in front of|before|against|over|at)$/;

/** Reads the phrases of an instruction in their order. */
export class EditReader {
  readonly #edits: Edit[] = [];
  readonly #understood: string[] = [];
  readonly #ignored = new Map<string, string>();
  readonly #unmade: string[] = [];
  readonly #nouns: string[] = [];
  readonly #unused: string[] = [];
  readonly #colors: Rgb[] = [];
  #second: EditPlan['second'] = null;
  /** What the clause has said so far, and from where on it may belong to a background. */
  #said: ClauseWord[] = [];
  #split = 0;
  #clauseNouns: string[] = [];
  #isAboutBackground = false;
  #isAboutSecond = false;
  readonly #sense = createEditSense();
  /** What was said of something to be removed that is not named yet: the white of “the white background”. */
  #removed: string[] = [];
  #factor = 1;
  #degrees: string[] = [];

  #add(edit: Edit, words: string): void {
    this.#edits.push(edit);
    this.#understood.push(words);
  }

  #wordsOf(items: readonly ClauseWord[]): string {
    return [...this.#degrees, ...items.map(({ word }) => word)].join(' ');
  }

  #endClause(): void {
    if (this.#said.length > 0) {
      const made = this.#isAboutBackground
        ? toBackgroundEdits(this.#said)
        : toSubjectEdits(this.#said, this.#clauseNouns.length > 0 ? 'subject' : 'all');
      this.#edits.push(...made);
      if (made.length > 0)
        this.#understood.push(`${this.#wordsOf(this.#said)}${this.#isAboutBackground ? ' background' : ''}`);
      if (made.some(({ kind }) => kind === 'dress')) this.#nouns.push(...this.#clauseNouns);
      if (!this.#isAboutBackground)
        for (const item of this.#said) if (item.kind === 'color') this.#colors.push(item.color);
    } else this.#unused.push(...this.#clauseNouns);
    if (this.#removed.length > 0) this.#unmade.push(this.#removed.join(' '));
    [this.#said, this.#split, this.#clauseNouns, this.#isAboutBackground, this.#removed, this.#factor, this.#degrees] =
      [[], 0, [], false, [], 1, []];
  }

  /** Lists what cannot be done, with what was said of it. */
  #listUnmade(token: { text: string; written: string }): void {
    if (this.#sense.verb) {
      this.#unmade.push([...this.#removed, token.written].join(' '));
      this.#sense.name();
    } else if (!this.#ignored.has(token.text)) this.#ignored.set(token.text, token.written);
    this.#removed = [];
  }

  /** The same of a change that is known but not wanted. */
  #refuseChange(words: string): void {
    const text = this.#sense.verb ? words : `less ${words}`;
    this.#listUnmade({ text, written: text });
    this.#sense.forget();
  }

  /** Keeps what a clause says, unless it is said of something that is to go. */
  #describe(item: ClauseWord): void {
    if (!this.#sense.isUnwanted()) this.#said.push(item);
    else if (this.#sense.verb) this.#removed.push(item.word);
    else this.#refuseChange(item.word);
    this.#sense.forget();
  }

  #readBackground(): void {
    const own = this.#said.slice(this.#split);
    // These were the background's.
    this.#removed = [];
    if (this.#isAboutSecond) this.#second = 'background';
    if (this.#sense.verb === 'remove' && !this.#sense.isPlace) {
      this.#said = this.#said.slice(0, this.#split);
      this.#sense.serve();
      this.#add({ kind: 'background', background: { kind: 'clear' } }, 'no background');
      return;
    }
    if (own.length === 0) {
      this.#endClause();
      this.#isAboutBackground = true;
      return;
    }
    this.#said = this.#said.slice(0, this.#split);
    this.#endClause();
    this.#edits.push(...toBackgroundEdits(own));
    this.#understood.push(`${this.#wordsOf(own)} background`);
  }

  /** Reads a word of the edit grammar; `next` are the meanings of the phrase behind it. */
  readEditWord(meaning: EditWord, words: string, next: readonly Meaning[], isLast: boolean): void {
    switch (meaning.kind) {
      case 'stop':
        if (ARTICLES.test(words)) this.#sense.goOn();
        if (PLACES.test(words)) this.#sense.locate();
        return;
      case 'boundary':
        this.#endClause();
        this.#sense.endClause(words === ',');
        if (PLACES.test(words)) this.#sense.locate();
        return;
      case 'joint':
        this.#split = this.#said.length;
        return this.#sense.forget();
      case 'make':
        if (/^colou?r$/.test(words) && this.#sense.verb === 'remove' && this.#sense.isUnwanted())
          this.#readFault('grey', words);
        return this.#sense.begin(null);
      case 'remove':
        this.#split = this.#said.length;
        return this.#sense.begin('remove');
      case 'add':
        return this.#sense.begin('add');
      case 'direction':
        return this.#sense.direct(meaning.sign);
      case 'degree':
        this.#factor *= meaning.factor;
        this.#degrees.push(words);
        return;
      case 'background':
        return this.#readBackground();
      case 'ordinal':
        this.#isAboutSecond = true;
        if (this.#isAboutBackground) this.#second = 'background';
        return;
      case 'second':
        this.#second = meaning.use;
        return;
      case 'tone':
        // “bright red” is a colour.
        if (next.some(({ kind }) => kind === 'color')) return;
        return this.#readTone(meaning, words);
      case 'quantity': {
        const way = this.#sense.spend();
        const word = `${way > 0 ? 'more' : 'less'} ${words}`;
        this.#said.push({ kind: 'tone', tone: meaning.tone, amount: way * this.#factor, word });
        return;
      }
      case 'filter': {
        const isLess = this.#sense.isUnwanted(isLast && words === 'blur');
        const filter = isLess ? OPPOSITE[meaning.filter] : meaning.filter;
        if (!filter) return this.#refuseChange(words);
        this.#said.push({ kind: 'filter', filter, amount: this.#factor, word: isLess ? `less ${words}` : words });
        if (this.#sense.verb) this.#sense.name();
        return this.#sense.forget();
      }
      case 'fault':
        return this.#readFault(meaning.cure, words);
      case 'even_light':
        return this.#addUnlessUnwanted({ kind: 'even_light' }, words);
      case 'light':
        return this.#addUnlessUnwanted(
          { kind: 'light', side: meaning.side, amount: meaning.amount * this.#factor },
          words,
        );
      case 'turn':
        return this.#addUnlessUnwanted({ kind: 'turn', how: meaning.how }, words);
      case 'shadow':
        return this.#readFault('even_light', words);
      case 'outline': {
        if (this.#sense.isUnwanted(isLast)) return this.#refuseChange(words);
        const own = this.#said.slice(this.#split).findLast((item) => item.kind === 'color');
        if (own) this.#said = this.#said.filter((item) => item !== own);
        return this.#add({ kind: 'outline', color: own?.color ?? WHITE }, own ? `${own.word} ${words}` : words);
      }
      case 'clear':
      case 'studio':
        return this.#describe({ kind: meaning.kind, word: words });
    }
  }

  #addUnlessUnwanted(edit: Edit, words: string): void {
    if (this.#sense.isUnwanted()) this.#refuseChange(words);
    else this.#add(edit, words);
  }

  #readTone({ tone, sign }: EditWord & { kind: 'tone' }, word: string): void {
    // Of a tone that is there or not there is no less, and what is bright may be a thing that is to go.
    const isWhole = WHOLE_TONES.has(tone);
    if (isWhole || this.#sense.verb === 'remove')
      this.#describe({ kind: 'tone', tone, amount: sign * this.#factor, word });
    else {
      const isLess = this.#sense.isUnwanted();
      this.#said.push({
        kind: 'tone',
        tone,
        amount: (isLess ? -1 : 1) * sign * this.#factor,
        word: isLess ? `less ${word}` : word,
      });
    }
    this.#sense.forget();
  }

  #readFault(cure: 'denoise' | 'sharpen' | 'even_light' | 'grey', words: string): void {
    // Of “the red colours” no more is meant than the red ones.
    if (cure === 'grey' && this.#removed.length > 0) return this.#refuseChange(words);
    const isWanted = this.#sense.spend() > 0;
    this.#removed = [];
    if (cure === 'even_light')
      this.#add(isWanted ? { kind: 'shadow' } : { kind: 'even_light' }, isWanted ? words : `no ${words}`);
    else if (cure === 'grey') {
      if (!isWanted) this.#add({ kind: 'tone', tone: 'grey', amount: 1, target: 'all' }, `no ${words}`);
    } else if (isWanted) this.#listUnmade({ text: words, written: words });
    else this.#add({ kind: 'filter', filter: cure, amount: this.#factor, target: 'all' }, `less ${words}`);
  }

  /** Reads a word of the text grammar. */
  readMeaning(meaning: Meaning | undefined, token: Token, words: string): void {
    switch (meaning?.kind) {
      case 'color':
        return this.#describe({ kind: 'color', color: meaning.color, word: words });
      case 'material':
        return this.#describe({ kind: 'material', finish: meaning.finish, word: words });
      case 'surface':
        return this.#describe({ kind: 'surface', surface: meaning.surface, word: words });
      case 'statue':
        return this.#describe({ kind: 'statue', word: words });
      case 'noun':
        if (this.#sense.verb) return this.#listUnmade({ text: words, written: words });
        this.#clauseNouns.push(words);
        this.#split = this.#said.length;
        return;
      case 'relation':
        this.#endClause();
        return this.#sense.endClause(false);
      case 'without':
        this.#split = this.#said.length;
        return this.#sense.begin('remove');
      case 'article':
        return this.#sense.goOn();
      case 'pronoun':
      case 'stop':
      case 'and':
        return;
      default:
        return this.#readUnknown(token);
    }
  }

  #readUnknown(token: Token): void {
    if (!/^\d+$/u.test(token.text)) return this.#listUnmade(token);
    this.#factor = Math.min(MAX_STEPS, Number(token.text) / STEP_PERCENT);
    // “brighter by 50 percent”
    const last = this.#said.at(-1);
    if (last?.kind === 'tone')
      this.#said[this.#said.length - 1] = { ...last, amount: Math.sign(last.amount) * this.#factor };
  }

  /** What was understood. */
  end(): EditPlan {
    this.#endClause();
    // Names of things say what a picture shows as long as something else says what to do with it.
    const left = [...this.#ignored.values(), ...(this.#edits.length === 0 ? this.#unused : [])];
    return {
      edits: this.#edits.slice(0, MAX_EDITS),
      colors: this.#colors,
      second: this.#second,
      understood: this.#understood,
      ignored: left,
      notes: noteLimits(this.#nouns, this.#unmade, this.#edits.length),
    };
  }
}
