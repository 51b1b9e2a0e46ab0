/** Action requested for the objects that an instruction names. */
type Verb = 'remove' | 'add' | null;

/** Tracks how the next word of an instruction is to be read after words such as “remove”, “less” and “and”. */
export interface EditSense {
  readonly verb: Verb;
  /** True while a location is named instead of an object: “the noise from the background”. */
  readonly isPlace: boolean;
  /** Begins an instruction with its verb; null: a change of a property. */
  begin(verb: Verb): void;
  /** Sets the direction of the next adjustable word: 1 for “more”, −1 for “less”. */
  setDirection(sign: number): void;
  /** An article continues a list of objects. */
  continueList(): void;
  /** The verb has an object that more words may describe. */
  nameObject(): void;
  /** The verb's object is complete. */
  completeObject(): void;
  /** “From”, “in” or “on” introduces a location. */
  expectPlace(): void;
  /** Ends the clause; only a comma also ends the instruction. */
  endClause(isComma: boolean): void;
  /** Clears the direction after its word was read. */
  clearDirection(): void;
  /**
   * Returns true if a named change is not wanted. After the object of “remove” a change begins an instruction of its
   * own, which ends the removal, unless its word `mayBeThing`.
   */
  isUnwanted(mayBeThing?: boolean): boolean;
  /**
   * Returns the direction (1 or −1) of a quantity or defect; further ones in a list share it: “reduce contrast and
   * brightness”.
   */
  takeDirection(): number;
}

/** Creates the state at an instruction's first word, where everything named is wanted. */
export function createEditSense(): EditSense {
  let verb: Verb = null;
  let isComplete = false;
  let isNamed = false;
  let isPlace = false;
  let sign: number | null = null;
  let listSign: number | null = null;
  const begin = (next: Verb) => {
    verb = next;
    [isComplete, isNamed, isPlace] = [false, false, false];
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
    setDirection: (next) => {
      // “remove the background and increase the contrast”
      if (isComplete) begin(null);
      sign = next;
    },
    continueList: () => void (isComplete = false),
    nameObject: () => void (isNamed = true),
    completeObject: () => void ([isComplete, isNamed] = [true, true]),
    expectPlace: () => void (isPlace = isNamed),
    endClause: (isComma) => {
      sign = null;
      isPlace = false;
      if (isComma) begin(null);
      else isComplete = verb === 'remove';
    },
    clearDirection: () => void ([sign, listSign] = [null, null]),
    isUnwanted: (mayBeThing = false) => {
      if (isComplete && !mayBeThing) begin(null);
      return verb === 'remove' || (sign ?? 1) < 0;
    },
    takeDirection: () => {
      listSign = sign ?? listSign;
      sign = null;
      if (verb !== 'remove') return listSign ?? 1;
      [isComplete, isNamed] = [true, true];
      return -1;
    },
  };
}
