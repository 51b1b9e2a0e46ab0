import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../../../src-shared/base/errors.ts';
import { JOB_STATUSES, MONEY_KINDS } from '../../../../src-shared/jobs/job.ts';
import { rowDetail, rowSubline } from '../../../../src-renderer/features/queue/texts/row-labels.ts';
import { textureLabel } from '../../../../src-renderer/features/inspector/texture-labels.ts';
import {
  chargeSentence,
  chargeLabel,
  jobChargeSentence,
  chargeColumn,
  REASON_LABELS,
  rowAccessibleName,
  sourceLabel,
  STATE_LABELS,
  jobStateLabel,
} from '../../../../src-renderer/app/language/labels.ts';
import { buildArtifact, buildJob, buildStep } from '../../build-job.ts';

describe('words', () => {
  it('exist for every state, failure and kind of money, and no two states share them', () => {
    expect(new Set(JOB_STATUSES.map((status) => STATE_LABELS[status])).size).toBe(JOB_STATUSES.length);
    for (const code of ERROR_CODES) expect(REASON_LABELS[code].length).toBeGreaterThan(3);
    for (const kind of MONEY_KINDS) {
      const money = { kind, amount: '110.00', back: '20.00' };
      expect(chargeSentence(money)).toMatch(/\.$/);
      expect(chargeColumn(money).meaning === '').toBe(kind === 'free');
    }
  });

  it('about nothing being charged are not beside an error that says that something may be', () => {
    const money = { kind: 'estimate', amount: '110.00', back: '0.00' } as const;
    const error = { code: 'maybe_ordered', subject: null, detail: '', retryable: false, requestId: null } as const;
    expect(jobChargeSentence({ money, status: 'held', error })).toBe('');
    expect(jobChargeSentence({ money: { ...money, charged: '5.00' }, status: 'held', error })).toBe(
      '5.00 was charged.',
    );
    expect(jobChargeSentence({ money, status: 'held', error: null })).toBe('Nothing was charged.');
  });

  it('fit the room a row has', () => {
    for (const code of ERROR_CODES) expect(REASON_LABELS[code].length).toBeLessThanOrEqual(24);
  });

  it('say what the step in hand does', () => {
    const steps = [
      buildStep({ status: 'done' }),
      buildStep({ operation: 'convert_model', format: 'usdz', status: 'running' }),
    ];
    expect(jobStateLabel(buildJob({ status: 'running', step: 1, steps }))).toBe('Converting to USDZ');
    expect(jobStateLabel(buildJob({ status: 'running' }))).toBe('Building model');
  });

  it('tell refunded from not charged', () => {
    const failed = (kind: 'back' | 'not_charged' | 'charged') =>
      jobStateLabel(buildJob({ status: 'failed', money: { kind, amount: '0.00', back: '110.00' } }));
    expect([failed('back'), failed('not_charged'), failed('charged')]).toEqual([
      'Failed, refunded',
      'Failed, not charged',
      'Failed',
    ]);
  });

  it('name what stays charged when only a part came back', () => {
    expect(chargeSentence({ kind: 'back', amount: '110.00', back: '5.00' })).toBe(
      '5.00 was refunded. 110.00 was charged and not refunded.',
    );
    expect(chargeSentence({ kind: 'back', amount: '0.00', back: '1110.00' })).toBe('1,110.00 was refunded.');
  });

  it('read a row aloud with its money', () => {
    const money = { kind: 'maybe_paid', amount: '110.00', back: '0.00' } as const;
    expect(rowAccessibleName(buildJob({ status: 'unknown', money }))).toBe(
      'lantern.png, no confirmation from the service, 110.00 charge unconfirmed',
    );
    expect(rowAccessibleName(buildJob({ priority: 'high' }))).toBe('lantern.png, waiting, free, high priority');
    const free = { kind: 'free', amount: '0.00', back: '0.00' } as const;
    expect([chargeLabel(free), chargeColumn(free).amount]).toEqual(['free', '']);
  });

  it('name charged and held credits apart', () => {
    const money = { kind: 'charged', amount: '1110.00', back: '0.00', held: '5.00' } as const;
    expect(chargeColumn(money)).toEqual({ amount: '1,110.00', meaning: 'charged · 5.00 held' });
    expect(chargeLabel(money)).toBe('1,110.00 charged · 5.00 held');
    expect(chargeSentence(money)).toBe('1,110.00 was charged. 5.00 is held.');
  });

  it('name test credits wherever there is an amount', () => {
    const money = { kind: 'charged', amount: '110.00', back: '0.00', held: '5.00', test: true } as const;
    expect(chargeColumn(money)).toEqual({ amount: '110.00', meaning: 'charged · 5.00 held (test)' });
    expect(chargeSentence(money)).toBe('110.00 was charged. 5.00 is held. These are test credits.');
    expect(chargeLabel({ kind: 'free', amount: '0.00', back: '0.00', test: true })).toBe('free');
    expect(chargeSentence({ kind: 'not_charged', amount: '0.00', back: '0.00', test: true })).toBe(
      'Nothing was charged.',
    );
  });

  it('say under the name how far a job is, under the state what came of it', () => {
    expect(rowSubline(buildJob({ status: 'running', step: 1 }), 'Draft')).toBe('Draft · step 2 of 2');
    expect(rowSubline(buildJob({ status: 'done' }), 'Draft')).toBe('Draft · 2 steps');
    expect(rowSubline(buildJob({ status: 'done', kind: 'views', views: 4 }), 'Draft')).toBe(
      '4 views · Draft · 2 steps',
    );
    const files = [buildArtifact(), buildArtifact({ role: 'preview', format: null, exported: false })];
    expect(rowDetail(buildJob({ status: 'done', artifacts: files, finishedAt: 0 }))).toMatch(/^1 file · \d\d:\d\d$/);
    const error = { code: 'moderation', subject: null, detail: '', retryable: false, requestId: null } as const;
    expect(rowDetail(buildJob({ status: 'failed', error }))).toBe('Rejected by moderation');
  });

  it('say what a job is made of: the sides of its views, the words of its prompt', () => {
    const job = buildJob({ kind: 'views', views: 3, sourceBytes: 1_200_000 });
    expect(sourceLabel(job, null)).toBe('3 views, 1.20 MB');
    expect(sourceLabel(job, { views: ['front', 'left', 'back'], prompt: null })).toBe('3 views: front, left, back');
    expect(sourceLabel(buildJob({ kind: 'prompt' }), { views: [], prompt: 'An oak barrel' })).toBe('“An oak barrel”');
  });

  it('count images by their size', () => {
    const square = { width: 2048, height: 2048 };
    expect(textureLabel([square, { width: 1024, height: 512 }, square])).toBe('2 × 2048², 1 × 1024 × 512');
    expect(textureLabel([])).toBe('none');
  });
});
