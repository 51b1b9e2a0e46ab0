import { describe, expect, it } from 'vitest';
import type { SpendingPlan, SpendingRow } from '../../../../../src-shared/ipc/views/money-view.ts';
import {
  largestAmount,
  availableAfter,
  exceededCapSentences,
  spendingRowAmount,
} from '../../../../../src-renderer/features/create/texts/plan-labels.ts';
import { stepCost } from '../../../../../src-renderer/features/inspector/step-cost.ts';
import { chargeSentence } from '../../../../../src-renderer/app/language/labels.ts';
import { buildJob, buildStep } from '../../../build-job.ts';

const over = (...caps: [SpendingPlan['over'][number]['cap'], string][]): SpendingPlan['over'] =>
  caps.map(([cap, subject]) => ({ cap, subject, limit: '300.00', would: '1575.00' }));

describe('words of a plan', () => {
  it('take the plan off the available credits, and say nothing of credits nobody knows', () => {
    expect(availableAfter({ available: '435.00', total: '345.00' })).toBe('90.00');
    expect(availableAfter({ available: '100.00', total: '345.00' })).toBe('-245.00');
    expect(availableAfter({ available: null, total: '345.00' })).toBeNull();
  });

  it('name every limit that is passed, with both amounts', () => {
    const sentences = exceededCapSentences(
      { over: over(['day', ''], ['recipe', 'game'], ['folder', 'props']) },
      (id) => `“${id}”`,
    );
    expect(sentences).toHaveLength(4);
    for (const sentence of sentences.slice(0, 3)) expect(sentence).toMatch(/300\.00.*1,575\.00/);
    expect(sentences[1]).toContain('game');
    expect(sentences[2]).toContain('props');
    expect(sentences[3]).toContain('paused');
  });

  it('tell a short balance from a cap', () => {
    expect(exceededCapSentences({ over: over(['balance', '']) }, (id) => `“${id}”`).join(' ')).not.toContain(
      'another day',
    );
    expect(exceededCapSentences({ over: over(['pause_below', '']) }, (id) => `“${id}”`)).toHaveLength(1);
    const short = {
      cap: 'balance',
      subject: '',
      limit: '400.00',
      would: '660.00',
      covers: { jobs: 6, of: 11 },
    } as const;
    expect(exceededCapSentences({ over: [short] }, String)[0]).toContain('It covers 6 of 11 jobs.');
    expect(exceededCapSentences({ over: [] }, (id) => `“${id}”`)).toEqual([]);
  });

  it('find the amount that a row of the history is about', () => {
    const row = { estimate: '5.00', charged: '4.00', back: '3.00' };
    const amounts = (['held', 'charged', 'back', 'unknown'] as const).map((state) =>
      spendingRowAmount({ ...row, state } as SpendingRow),
    );
    expect(amounts).toEqual(['5.00', '4.00', '3.00', '5.00']);
    expect(spendingRowAmount({ ...row, state: 'held', estimate: null } as SpendingRow)).toBe('–');
    expect(largestAmount(['9.00', '10.00', '1.00'])).toBe('10.00');
  });
});

describe('money of a step', () => {
  const learned = { amount: '5.00', basis: 'learned' } as const;
  const paid = { kind: 'charged', amount: '110.00', back: '5.00' } as const;
  const steps = [
    buildStep({ status: 'done', creditsConsumed: '110.00' }),
    buildStep({ operation: 'convert_model', status: 'failed', price: learned }),
    buildStep({ price: { amount: null, basis: 'unknown' } }),
  ];

  it('says what it cost, what came back, and what is not known', () => {
    const job = buildJob({ status: 'failed', step: 1, steps, money: paid });
    expect(steps.map((_, index) => stepCost(job, index))).toEqual(['110.00 charged', '5.00 refunded', 'price unknown']);
  });

  it('tells a listed price from a learned one, and both from what is held', () => {
    const held = { kind: 'held', amount: '110.00', back: '0.00' } as const;
    const running = buildStep({ status: 'running', taskId: 't' });
    const job = buildJob({
      status: 'running',
      steps: [running, buildStep({ price: learned }), buildStep()],
      money: held,
    });
    expect(job.steps.map((_, index) => stepCost(job, index))).toEqual(['110.00 held', 'about 5.00', 'estimate 110.00']);
  });

  it('is in doubt while the outcome is unknown, and free where nothing costs', () => {
    const money = { kind: 'maybe_paid', amount: '110.00', back: '0.00' } as const;
    expect(stepCost(buildJob({ status: 'unknown', money }), 0)).toBe('110.00 charge unconfirmed');
    expect(stepCost(buildJob(), 0)).toBe('free');
  });

  it('of a failed job stays charged for finished steps, in words', () => {
    expect(chargeSentence(paid, true)).toBe('5.00 was refunded. 110.00 was charged and not refunded.');
    expect(chargeSentence({ ...paid, back: '0.00' }, true)).toBe('110.00 was charged and not refunded.');
    expect(chargeSentence(paid)).toBe('110.00 was charged.');
  });
});
