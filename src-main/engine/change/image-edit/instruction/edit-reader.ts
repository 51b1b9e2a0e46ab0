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

/** Percent per step: “25 % brighter” equals “brighter”. */
const STEP_PERCENT = 25;
const MAX_STEPS = 4;
const WHITE = [255, 255, 255] as const;
/** Tones that are either on or off: “less” removes them. */
const WHOLE_TONES: ReadonlySet<Tone> = new Set(['grey', 'sepia', 'negative', 'night']);
/** Filter that “remove” or “less” replaces a filter with; the others have no opposite. */
const OPPOSITE: Partial<Record<FilterName, FilterName>> = { blur: 'sharpen', sharpen: 'blur' };
/** Words after “and” that continue a list of objects: “remove the noise and the blur”. */
const ARTICLES = /^(?:the|a|an|all|this|that|its)$/;
/** Words after the object of a removal that introduce its location. */
const PLACES = /^(?:from|of|on|in|in front of|before|against|over|at)$/;

/** Reads the phrases of an instruction in their order. */
export class EditReader {
  readonly #edits: Edit[] = [];
  readonly #understood: string[] = [];
  readonly #ignored = new Map<string, string>();
  readonly #unsupported: string[] = [];
  readonly #nouns: string[] = [];
  readonly #unused: string[] = [];
  readonly #colors: Rgb[] = [];
  #second: EditPlan['second'] = null;
  /** Words of the current clause, and the index from which they may describe a background. */
  #said: ClauseWord[] = [];
  #split = 0;
  #clauseNouns: string[] = [];
  #isAboutBackground = false;
  #isAboutSecond = false;
  readonly #sense = createEditSense();
  /** Words that describe an object to remove before it is named: the white of “the white background”. */
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
      const newEdits = this.#isAboutBackground
        ? toBackgroundEdits(this.#said)
        : toSubjectEdits(this.#said, this.#clauseNouns.length > 0 ? 'subject' : 'all');
      this.#edits.push(...newEdits);
      if (newEdits.length > 0)
        this.#understood.push(`${this.#wordsOf(this.#said)}${this.#isAboutBackground ? ' background' : ''}`);
      if (newEdits.some(({ kind }) => kind === 'restyle')) this.#nouns.push(...this.#clauseNouns);
      if (!this.#isAboutBackground)
        for (const item of this.#said) if (item.kind === 'color') this.#colors.push(item.color);
    } else this.#unused.push(...this.#clauseNouns);
    if (this.#removed.length > 0) this.#unsupported.push(this.#removed.join(' '));
    [this.#said, this.#split, this.#clauseNouns, this.#isAboutBackground, this.#removed, this.#factor, this.#degrees] =
      [[], 0, [], false, [], 1, []];
  }

  /** Records a request that cannot be met, with its description. */
  #listUnsupported(token: { text: string; written: string }): void {
    if (this.#sense.verb) {
      this.#unsupported.push([...this.#removed, token.written].join(' '));
      this.#sense.nameObject();
    } else if (!this.#ignored.has(token.text)) this.#ignored.set(token.text, token.written);
    this.#removed = [];
  }

  /** Records a known change that is not wanted. */
  #refuseChange(words: string): void {
    const text = this.#sense.verb ? words : `less ${words}`;
    this.#listUnsupported({ text, written: text });
    this.#sense.clearDirection();
  }

  /** Adds a word to the clause, unless it describes an object to remove. */
  #describe(item: ClauseWord): void {
    if (!this.#sense.isUnwanted()) this.#said.push(item);
    else if (this.#sense.verb) this.#removed.push(item.word);
    else this.#refuseChange(item.word);
    this.#sense.clearDirection();
  }

  #readBackground(): void {
    const own = this.#said.slice(this.#split);
    // The words described the background.
    this.#removed = [];
    if (this.#isAboutSecond) this.#second = 'background';
    if (this.#sense.verb === 'remove' && !this.#sense.isPlace) {
      this.#said = this.#said.slice(0, this.#split);
      this.#sense.completeObject();
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

  /** Reads an editing word; `next` are the meanings of the following phrase. */
  readEditWord(meaning: EditWord, words: string, next: readonly Meaning[], isLast: boolean): void {
    switch (meaning.kind) {
      case 'stop':
        if (ARTICLES.test(words)) this.#sense.continueList();
        if (PLACES.test(words)) this.#sense.expectPlace();
        return;
      case 'boundary':
        this.#endClause();
        this.#sense.endClause(words === ',');
        if (PLACES.test(words)) this.#sense.expectPlace();
        return;
      case 'joint':
        this.#split = this.#said.length;
        return this.#sense.clearDirection();
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
        return this.#sense.setDirection(meaning.sign);
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
        const direction = this.#sense.takeDirection();
        const word = `${direction > 0 ? 'more' : 'less'} ${words}`;
        this.#said.push({ kind: 'tone', tone: meaning.tone, amount: direction * this.#factor, word });
        return;
      }
      case 'filter': {
        const isLess = this.#sense.isUnwanted(isLast && words === 'blur');
        const filter = isLess ? OPPOSITE[meaning.filter] : meaning.filter;
        if (!filter) return this.#refuseChange(words);
        this.#said.push({ kind: 'filter', filter, amount: this.#factor, word: isLess ? `less ${words}` : words });
        if (this.#sense.verb) this.#sense.nameObject();
        return this.#sense.clearDirection();
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
    // An on/off tone cannot be reduced, and an adjective such as “bright” may describe an object to remove.
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
    this.#sense.clearDirection();
  }

  #readFault(cure: 'denoise' | 'sharpen' | 'even_light' | 'grey', words: string): void {
    // “the red colours” means only the red ones.
    if (cure === 'grey' && this.#removed.length > 0) return this.#refuseChange(words);
    const isWanted = this.#sense.takeDirection() > 0;
    this.#removed = [];
    if (cure === 'even_light')
      this.#add(isWanted ? { kind: 'shadow' } : { kind: 'even_light' }, isWanted ? words : `no ${words}`);
    else if (cure === 'grey') {
      if (!isWanted) this.#add({ kind: 'tone', tone: 'grey', amount: 1, target: 'all' }, `no ${words}`);
    } else if (isWanted) this.#listUnsupported({ text: words, written: words });
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
        if (this.#sense.verb) return this.#listUnsupported({ text: words, written: words });
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
        return this.#sense.continueList();
      case 'pronoun':
      case 'stop':
      case 'and':
        return;
      default:
        return this.#readUnknown(token);
    }
  }

  #readUnknown(token: Token): void {
    if (!/^\d+$/u.test(token.text)) return this.#listUnsupported(token);
    this.#factor = Math.min(MAX_STEPS, Number(token.text) / STEP_PERCENT);
    // “brighter by 50 percent”
    const last = this.#said.at(-1);
    if (last?.kind === 'tone')
      this.#said[this.#said.length - 1] = { ...last, amount: Math.sign(last.amount) * this.#factor };
  }

  /** Returns the resulting plan. */
  end(): EditPlan {
    this.#endClause();
    // Object names describe the image as long as another word requests a change.
    const left = [...this.#ignored.values(), ...(this.#edits.length === 0 ? this.#unused : [])];
    return {
      edits: this.#edits.slice(0, MAX_EDITS),
      colors: this.#colors,
      second: this.#second,
      understood: this.#understood,
      ignored: left,
      notes: noteLimits(this.#nouns, this.#unsupported, this.#edits.length),
    };
  }
}
