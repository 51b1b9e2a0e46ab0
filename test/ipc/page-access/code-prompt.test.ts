import { describe, expect, test } from 'vitest';
import { CODE_MINUTES, createCodePrompt, MAX_WRONG_CODES } from '../../../src-main/ipc/page-access/code-prompt.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { createVirtualClock } from '../../helpers/virtual-clock.ts';

const MINUTE = 60_000;

function setUp() {
  const clock = createVirtualClock();
  const codes: string[] = [];
  const pushed: unknown[] = [];
  const prompt = createCodePrompt({
    system: { clock, random: SYSTEM.random },
    show: (code) => codes.push(code),
    push: (open) => pushed.push(open),
  });
  /** A code of the right form that is not the one shown last. */
  const wrongCode = (): string => `${(Number(codes.at(-1)?.replace(' ', '')) + 1) % 10 ** 8}`.padStart(8, '0');
  return { clock, codes, pushed, prompt, wrongCode };
}

describe('a question', () => {
  test('is answered with yes by the code that was shown, however it is spaced', async () => {
    const { codes, pushed, prompt } = setUp();
    for (const change of [(code: string) => code, (code: string) => ` ${code.replace(' ', '-')} `]) {
      const answer = prompt.ask('Really?');
      prompt.answer(change(codes.at(-1) ?? ''));
      expect(await answer).toBe(true);
    }
    expect(codes.every((code) => /^\d{4} \d{4}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(2);
    expect(pushed).toEqual([{ question: 'Really?' }, null, { question: 'Really?' }, null]);
    expect(JSON.stringify(pushed)).not.toMatch(/\d/);
  });

  test('stays open after a wrong code, and takes the right one', async () => {
    const { codes, prompt, wrongCode } = setUp();
    const answer = prompt.ask('Really?');
    expect(() => prompt.answer(wrongCode())).toThrow('2 attempts remain');
    for (const odd of ['', '0', `${codes[0]}0`]) {
      const again = setUp();
      void again.prompt.ask('Really?');
      expect(() => again.prompt.answer(odd), odd).toThrow('not the code');
    }
    prompt.answer(codes[0] ?? '');
    expect(await answer).toBe(true);
  });

  test('is answered with no after three wrong codes; new questions bring no more attempts until a pause', async () => {
    const { clock, codes, prompt, wrongCode } = setUp();
    for (let tried = 1; tried < MAX_WRONG_CODES; tried++) {
      const answer = prompt.ask('Really?');
      expect(() => prompt.answer(wrongCode())).toThrow('not the code');
      prompt.answer(null);
      expect(await answer).toBe(false);
    }
    const last = prompt.ask('Really?');
    expect(() => prompt.answer(wrongCode())).toThrow('Too many wrong codes');
    expect(await last).toBe(false);
    expect(() => prompt.answer(codes.at(-1) ?? '')).toThrow('expired');
    const shown = codes.length;
    await expect(prompt.ask('Really?')).rejects.toMatchObject({ code: 'not_confirmed' });
    expect(codes).toHaveLength(shown);

    await clock.advance(CODE_MINUTES * MINUTE + 1);
    const later = prompt.ask('Really?');
    prompt.answer(codes.at(-1) ?? '');
    expect(await later).toBe(true);
  });

  test('expires after five minutes, whatever the wall clock says', async () => {
    const { clock, codes, pushed, prompt } = setUp();
    const answer = prompt.ask('Really?');
    clock.jump(60 * MINUTE);
    await clock.advance(CODE_MINUTES * MINUTE - 1);
    expect(pushed).toEqual([{ question: 'Really?' }]);
    await clock.advance(1);
    expect(await answer).toBe(false);
    expect(pushed.at(-1)).toBeNull();
    expect(() => prompt.answer(codes[0] ?? '')).toThrow('expired');
  });

  test('is answered with no by the next one, whose code is another', async () => {
    const { clock, codes, prompt } = setUp();
    const first = prompt.ask('First?');
    const second = prompt.ask('Second?');
    expect(await first).toBe(false);
    expect(() => prompt.answer(codes[0] ?? '')).toThrow('not the code');
    prompt.answer(codes[1] ?? '');
    expect(await second).toBe(true);
    expect(clock.timers()).toBe(0);
  });

  test('is answered with no when the app closes', async () => {
    const { clock, pushed, prompt } = setUp();
    const answer = prompt.ask('Really?');
    prompt.close();
    prompt.close();
    expect(await answer).toBe(false);
    expect([clock.timers(), pushed.length]).toEqual([0, 2]);
  });
});
