/** What is to be done with what an instruction names. */
type Verb = 'remove' | 'add' | null;

/** Which way the next word of an instruction goes, by the words such as “remove”, “less” and “and” before it. */
export interface EditSense {
  readonly verb: Verb;
  /** What is named now says where the thing is that is to go: “the noise from the background”. */
  readonly isPlace: boolean;
  /** Begins an instruction with a verb of its own; null: to make something so. */
  begin(verb: Verb): void;
  /** “More” is 1, “less” −1; both are for the next word that can be more or less. */
  direct(sign: number): void;
  /** An article: a list of things goes on. */
  goOn(): void;
  /** The verb has an object, to which more words may belong. */
  name(): void;
  /** The verb has its object, whole. */
  serve(): void;
  /** “From”, “in”, “on”: a place follows. */
  locate(): void;
  /** The clause ends; only a comma ends the instruction, too. */
  endClause(isComma: boolean): void;
  /** What was more or less is said. */
  forget(): void;
  /**
   * Whether a change that is named now is not wanted. Where “remove” has its object a change is an instruction of its own,
   * which ends the removing, unless its word `mayBeThing`.
   */
  isUnwanted(mayBeThing?: boolean): boolean;
  /** 1 or −1 for a quantity or a fault; those that follow in a list go the same way: “reduce contrast and brightness”. */
  spend(): number;
}

/** The sense at an instruction's first word: everything named is wanted. */
export function createEditSense(): EditSense {
  let verb: Verb = null;
  let isServed = false;
  let isNamed = false;
  let isPlace = false;
  let sign: number | null = null;
  let listSign: number | null = null;
  const begin = (next: Verb) => {
    verb = next;
    [isServed, isNamed, isPlace] = [false, false, false];
    listSign = null;
  };
  return {
    get verb() {
      return verb;
    },
    get isPlace() {
      return isPlace;
    },
    begin,
    direct: (next) => {
      // “remove the background and increase the contrast”
      if (isServed) begin(null);
      sign = next;
    },
    goOn: () => void (isServed = false),
    name: () => void (isNamed = true),
    serve: () => void ([isServed, isNamed] = [true, true]),
    locate: () => void (isPlace = isNamed),
    endClause: (isComma) => {
      sign = null;
      isPlace = false;
      if (isComma) begin(null);
      else isServed = verb === 'remove';
    },
    forget: () => void ([sign, listSign] = [null, null]),
    isUnwanted: (mayBeThing = false) => {
      if (isServed && !mayBeThing) begin(null);
      return verb === 'remove' || (sign ?? 1) < 0;
    },
    spend: () => {
      listSign = sign ?? listSign;
      sign = null;
      if (verb !== 'remove') return listSign ?? 1;
      [isServed, isNamed] = [true, true];
      return -1;
    },
  };
}
