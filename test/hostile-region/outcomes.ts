import type { Outcome } from './run-hostile-job.ts';

type Sums = Omit<Outcome, 'job' | 'messages' | 'text'>;

/** The model arrived and its charge is known. */
export const DONE: Outcome = {
  job: 'done',
  shown: '110.00 charged',
  ledger: '110.00 charged',
  service: '110',
  posts: '1',
  pause: '',
  messages: '',
  text: '',
  after: '',
};

/** One order created two tasks: both models arrived, and both are charged. */
export const TWO_DONE: Outcome = {
  ...DONE,
  job: 'done / done',
  shown: '110.00 charged / 110.00 charged',
  ledger: '220.00 charged',
  service: '110 + 110',
  messages: 'job-note.second-task',
  text: 'A second task with the same settings was found at the service: ….',
};

/** Nothing was sent that costs credits; a later attempt brings the model. */
export const NOT_SENT: Sums = {
  shown: '0.00 not charged',
  ledger: 'nothing',
  service: 'nothing',
  posts: '0',
  pause: '',
  after: 'done, 1 POST',
};

/** Like `NOT_SENT`, while the job still waits. */
export const NOT_SENT_YET: Sums = { ...NOT_SENT, shown: '110.00 estimate' };

/** The task is known, its end is not; the model arrives later. */
export const HELD: Sums = {
  shown: '110.00 held',
  ledger: '110.00 held',
  service: '110',
  posts: '1',
  pause: '',
  after: 'done, 1 POST',
};

/** The task succeeded; its model arrives later without another charge. */
export const CHARGED: Sums = { ...HELD, shown: '110.00 charged', ledger: '110.00 charged' };

/** A task may exist; it is found later. */
export const UNCONFIRMED: Sums = { ...HELD, shown: '110.00 charge unconfirmed' };

/** A task may exist, but none does. */
export const NEVER_STARTED: Sums = {
  ...UNCONFIRMED,
  service: 'nothing',
  after: 'unknown: outcome_unknown, 1 POST',
};
