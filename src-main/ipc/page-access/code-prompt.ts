import { AppError } from '../../../src-shared/base/errors.ts';
import type { Payload } from '../../../src-shared/ipc/pushes.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';
import type { System } from '../../base/system.ts';
import { matchesToken } from '../loopback/access-control.ts';

/** Validity of a code in minutes; also the pause after too many wrong ones. */
export const CODE_MINUTES = 5;
/** Wrong codes within `CODE_MINUTES` after which no code is accepted. */
export const MAX_WRONG_CODES = 3;
const DIGITS = 8;

/** Asks a question by showing a code where the page cannot read it; whoever enters it in the page has seen it. */
export interface CodePrompt {
  /**
   * Shows a new code, and resolves to true if it is entered in time. A question that is still open is answered with no.
   * Throws `not_confirmed` after too many wrong codes.
   */
  ask(question: MessageOrText): Promise<boolean>;
  /** Answers the open question with a code, or with no. Throws `config_invalid` or `not_confirmed` if the code is not accepted. */
  answer(code: string | null): void;
  /** Answers the open question with no. */
  close(): void;
}

interface Deps {
  readonly system: Pick<System, 'clock' | 'random'>;
  /** Shows the code outside the page. */
  show(code: string, question: MessageOrText): void;
  /** Tells the pages the open question; null: none. */
  push(open: Payload<'confirmation:changed'>): void;
}

interface OpenQuestion {
  readonly code: string;
  settle(isConfirmed: boolean): void;
}

/** No question is open. */
export function createCodePrompt({ system, show, push }: Deps): CodePrompt {
  const { clock, random } = system;
  const validMs = CODE_MINUTES * 60_000;
  let open: OpenQuestion | null = null;
  /** Times of wrong codes; they count across questions, or a page could ask again for more attempts. */
  let wrong: readonly number[] = [];

  const attemptsLeft = (): number => {
    wrong = wrong.filter((at) => at > clock.elapsed() - validMs);
    return MAX_WRONG_CODES - wrong.length;
  };
  const settle = (isConfirmed: boolean): void => {
    const settled = open;
    if (!settled) return;
    open = null;
    push(null);
    settled.settle(isConfirmed);
  };
  const tooMany = (): AppError =>
    new AppError('not_confirmed', message('confirmation.too-many', { minutes: CODE_MINUTES }));

  return {
    ask: async (question) => {
      settle(false);
      if (attemptsLeft() <= 0) throw tooMany();
      const code = `${random.integer(10 ** DIGITS)}`.padStart(DIGITS, '0');
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const cancelTimer = clock.after(validMs, () => settle(false));
      open = { code, settle: (isConfirmed) => (cancelTimer(), resolve(isConfirmed)) };
      show(`${code.slice(0, DIGITS / 2)} ${code.slice(DIGITS / 2)}`, question);
      push({ question });
      return promise;
    },
    answer: (typed) => {
      if (!open) throw new AppError('not_confirmed', message('confirmation.over'));
      if (typed === null) return settle(false);
      if (matchesToken(typed.replaceAll(/[\s-]/g, ''), open.code)) return settle(true);
      wrong = [...wrong, clock.elapsed()];
      const left = attemptsLeft();
      if (left > 0) {
        const subject = message('subject.code');
        throw new AppError('config_invalid', message('confirmation.wrong-code', { left }), { subject });
      }
      settle(false);
      throw tooMany();
    },
    close: () => settle(false),
  };
}
