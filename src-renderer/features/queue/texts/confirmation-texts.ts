import { countWords } from '../../../app/language/count-words.ts';

/** Words about jobs that wait for a yes before anything of them is sent. */
export const HELD_TEXTS = {
  confirm: (amount: string) => `Confirm ${amount}`,
  /** Where a price is not known, a dialog says what is. */
  confirmOpen: 'Confirm…',
  confirmSome: (count: number) => `Confirm ${count}…`,
  confirmAll: (count: number, amount: string) => `Confirm ${count}, ${amount}`,
  confirmAllUnknown: (count: number, amount: string) => `Confirm ${count}, ${amount} or more`,
  leaveOut: 'Leave out',
  leaveOutSome: (count: number) => `Leave out ${count}`,
  leftOut: (count: number) => `${countWords(count, 'job')} left out. Nothing was charged.`,
  title: (count: number) => `Let ${countWords(count, 'job')} begin?`,
  lead: 'Nothing of this was sent yet.',
  act: (count: number) => `Confirm ${count}`,
  dearer: 'The price rose meanwhile. This is what it costs now.',
  none: 'None of these jobs waits for a yes any more.',
  reason: 'It waits for no yes.',
  detail: 'nothing sent yet',
} as const;
