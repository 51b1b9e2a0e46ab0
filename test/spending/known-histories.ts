import type { Command, History } from './history.ts';

const ADD: Command = { do: 'add', recipe: 'draft', formats: ['glb'], variants: 1, consent: 'total' };
const wait = (minutes: number): Command => ({ do: 'wait', ms: minutes * 60_000 });
const sending = (fault: Extract<Command, { do: 'sending' }>['fault']): Command => ({ do: 'sending', fault });

const strict = (...commands: readonly Command[]): History => ({ resend: 'strict', credits: 100_000, commands });

/** Histories that once broke an invariant, by what was wrong. */
export const KNOWN_HISTORIES: Readonly<Record<string, History>> = {
  'an order that is sent again left the ledger, although the first one may be charged': strict(
    { do: 'cap', cap: 'perDay', amount: 225 },
    sending('arrives after the sender gave up'),
    ADD,
    wait(5),
    { do: 'send again', job: 0 },
    wait(2),
    ADD,
    wait(10),
  ),
  'a found task of an order that was given up counted twice': strict(
    sending('arrives after the sender gave up'),
    ADD,
    wait(5),
    { do: 'give up', job: 0 },
    wait(10),
    { do: 'find' },
    { do: 'import' },
  ),
  'a dismissed task of an order that was given up stayed unconfirmed': strict(
    sending('arrives after the sender gave up'),
    ADD,
    wait(5),
    { do: 'give up', job: 0 },
    wait(6),
    { do: 'find' },
    { do: 'dismiss' },
  ),
  'a restored job showed credits of its found task as held that the ledger did not hold': strict(
    sending('arrives after the sender gave up'),
    ADD,
    wait(5),
    { do: 'remove', job: 0 },
    wait(6),
    { do: 'find' },
    { do: 'restore' },
    wait(10),
  ),
  'the task of a removed job stayed unconfirmed': strict(
    sending('arrives after the sender gave up'),
    ADD,
    wait(5),
    { do: 'remove', job: 0 },
    wait(10),
  ),
  'an interrupted call stayed held': strict({ do: 'call', consent: 'total', interruptAfterMs: 10_000 }),
  'a call that gave up at a rate limit counted as unconfirmed': strict(sending('is refused: too many requests'), {
    do: 'call',
    consent: 'total',
    interruptAfterMs: 2_000,
  }),
  'an operation that was cancelled at a rate limit counted as unconfirmed': strict(
    ADD,
    wait(2),
    ...Array<Command>(3).fill(sending('is refused: the pool is full')),
    { do: 'operate', job: 0, operation: 'decimate_mesh', consent: 'total' },
    { do: 'wait', ms: 2_000 },
    { do: 'cancel', job: 0 },
    { do: 'operate', job: 0, operation: 'unwrap_uv', consent: 'total' },
  ),
  'an order that waited for another day counted in its first day': strict(
    ADD,
    wait(2),
    sending('is refused: the pool is full'),
    // A request with an uploaded file would be refused on another day.
    { do: 'operate', job: 0, operation: 'decimate_mesh', consent: 'total' },
    { do: 'wait', ms: 300 },
    { do: 'pause', job: 0 },
    { do: 'next day' },
    { do: 'resume', job: 0 },
    { do: 'wait', ms: 2_000 },
  ),
  'a resumed job exceeded its cap with later steps too': strict(
    { do: 'cap', cap: 'perDay', amount: 4 },
    { do: 'add', recipe: 'draft', formats: ['glb', 'stl'], variants: 1, consent: 'total' },
    wait(5),
    { do: 'resume', job: 0 },
    { do: 'wait', ms: 2_000 },
    { do: 'kill' },
    wait(5),
  ),
  'a task that was found while the minimum balance paused the queue was not followed': {
    ...strict(
      sending('arrives after the sender gave up'),
      ADD,
      wait(5),
      { do: 'cap', cap: 'pauseBelow', amount: 500 },
      ADD,
    ),
    credits: 400,
  },
  'a task that was found while a person paused the queue was not followed': strict(
    sending('arrives after the sender gave up'),
    ADD,
    wait(5),
    { do: 'pause all' },
  ),
  'an order without a response was not searched for after a restart with a paused queue': strict(
    sending('arrives after the sender gave up'),
    ADD,
    { do: 'wait', ms: 2_000 },
    { do: 'pause all' },
    { do: 'kill' },
  ),
  'an order without a task was sent again although a person had paused the queue': {
    ...strict(ADD, wait(5), sending('is lost'), ADD, wait(1), { do: 'pause all' }, wait(10)),
    resend: 'auto',
  },
  'a job showed what its order would cost now as held, not what was reserved for it': strict(
    { do: 'task', fault: 'takes many minutes' },
    ADD,
    wait(1),
    ...Array.from({ length: 3 }, (): readonly Command[] => [
      { do: 'task', fault: 'is charged more than its price' },
      ADD,
      wait(2),
    ]).flat(),
  ),
  'a job showed what its order would cost now as refunded': strict(
    { do: 'task', fault: 'fails' },
    ADD,
    wait(2),
    ...Array.from({ length: 3 }, (): readonly Command[] => [
      { do: 'task', fault: 'is charged more than its price' },
      ADD,
      wait(2),
    ]).flat(),
  ),
  'the status bar showed the charges of yesterday as those of today': strict(ADD, wait(5), { do: 'next day' }),
  'a job showed its charge twice while its result was downloaded': strict(
    { do: 'add', recipe: 'draft', formats: ['fbx'], variants: 1, consent: 'total' },
    wait(1),
  ),
  'a job that was given up without a response was ordered again by “retry” without a question': strict(
    sending('is lost'),
    ADD,
    wait(30),
    { do: 'give up', job: 0 },
    { do: 'retry', job: 0 },
    wait(5),
  ),
};
