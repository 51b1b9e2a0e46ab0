import { pluralize } from '../../../app/language/pluralize.ts';

/** Texts for jobs awaiting confirmation. */
export const CONFIRMATION_TEXTS = {
  confirm: (amount: string) => `Confirm ${amount}`,
  /** If the price is unknown, the button opens a dialog. */
  confirmOpen: 'Confirm…',
  confirmSome: (count: number) => `Confirm ${count}…`,
  confirmAll: (count: number, amount: string) => `Confirm ${count}, ${amount}`,
  confirmAllUnknown: (count: number, amount: string) => `Confirm ${count}, ${amount} or more`,
  leaveOut: 'Skip',
  leaveOutSome: (count: number) => `Skip ${count}`,
  leftOut: (count: number) => `${pluralize(count, 'job')} skipped. Nothing more is sent.`,
  title: (count: number) => `Start ${pluralize(count, 'job')}?`,
  lead: 'Nothing is sent before you confirm.',
  act: (count: number) => `Confirm ${count}`,
  priceIncreased: 'The price has gone up. This is the current total.',
  none: 'No jobs are waiting for confirmation.',
  reason: 'This job isn’t waiting for confirmation.',
  detail: 'not sent yet',
} as const;
