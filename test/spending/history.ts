import fc from 'fast-check';
import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import type { OperationName } from '../../src-shared/api/operations.ts';

/** How far a person agrees to a cost: to the total that is shown, to less, or not at all. */
export type Consent = 'total' | 'less' | 'none';

/** What becomes of the next creation POST. */
const SENDING_FAULTS = [
  'is not sent',
  'is lost',
  'is answered, but the answer is lost',
  'is answered with a server error, and a task exists',
  'is answered with a server error, and no task exists',
  'arrives after the sender gave up',
  'is refused: too many requests',
  'is refused: the pool is full',
  'is refused: invalid',
  'is answered after the app was killed',
] as const;
export type SendingFault = (typeof SENDING_FAULTS)[number];

/** What becomes of the next task. */
const TASK_FAULTS = [
  'fails',
  'is charged less than its price',
  'is charged more than its price',
  'is unknown to the service for some seconds',
  'takes many minutes',
] as const;
export type TaskFault = (typeof TASK_FAULTS)[number];

/** The hot folders, and the caps that a person sets. */
const FOLDERS = ['inbox', 'scans'] as const;
const CAPS = ['perDay', 'draft', 'cheap', 'inbox', 'pauseBelow', 'confirmAbove'] as const;
type CapName = (typeof CAPS)[number];

const RECIPES = ['draft', 'cheap'] as const;

/**
 * One command of a person, one fault, or time that passes. `job`: one of the jobs in a state that the command is meant
 * for, counted round.
 */
export type Command =
  | {
      readonly do: 'add' | 'make' | 'test';
      readonly recipe: (typeof RECIPES)[number];
      readonly formats: readonly MeshFormat[];
      readonly variants: number;
      readonly consent: Consent;
    }
  | { readonly do: 'drop'; readonly folder: (typeof FOLDERS)[number]; readonly files: number }
  | { readonly do: 'approve'; readonly folder: (typeof FOLDERS)[number]; readonly consent: Consent }
  | { readonly do: 'confirm' | 'repeat'; readonly job: number; readonly consent: Consent }
  | { readonly do: 'export'; readonly job: number; readonly format: MeshFormat; readonly consent: Consent }
  | { readonly do: 'operate'; readonly job: number; readonly operation: OperationName; readonly consent: Consent }
  | { readonly do: 'call'; readonly consent: Consent; readonly interruptAfterMs: number | null }
  | { readonly do: 'retry' | 'cancel' | 'uncancel' | 'pause' | 'resume' | 'remove'; readonly job: number }
  | { readonly do: 'look' | 'send again' | 'give up'; readonly job: number }
  | { readonly do: 'pause all' | 'resume all' | 'find' | 'import' | 'dismiss' | 'restore' | 'empty' }
  | { readonly do: 'cap'; readonly cap: CapName; readonly amount: number | null }
  | { readonly do: 'top up'; readonly credits: number }
  | { readonly do: 'sending'; readonly fault: SendingFault }
  | { readonly do: 'task'; readonly fault: TaskFault }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'next day' | 'restart' | 'kill' | 'power cut' | 'service restart' }
  | { readonly do: 'kill at commit'; readonly commits: number; readonly when: 'before' | 'after' }
  | { readonly do: 'set clock'; readonly hours: number };

/** What happens in a world, in order. */
export interface History {
  readonly resend: 'strict' | 'auto';
  /** Credits of the account at the beginning. */
  readonly credits: number;
  readonly commands: readonly Command[];
}

const consent = fc.constantFrom<Consent>('total', 'total', 'total', 'less', 'none');
const job = fc.nat({ max: 3 });
const folder = fc.constantFrom(...FOLDERS);
const formats = fc.constantFrom<readonly MeshFormat[]>(['glb'], ['glb', 'stl'], ['fbx']);

const adding = fc.record({
  do: fc.constantFrom('add' as const, 'make' as const, 'test' as const),
  recipe: fc.constantFrom(...RECIPES),
  formats,
  variants: fc.constantFrom(1, 1, 2),
  consent,
});
const caps = fc.record({
  do: fc.constant('cap' as const),
  cap: fc.constantFrom(...CAPS),
  amount: fc.constantFrom(null, 4, 105, 110, 115, 225, 330, 500),
});
const faults = fc.oneof(
  fc.record({ do: fc.constant('sending' as const), fault: fc.constantFrom(...SENDING_FAULTS) }),
  fc.record({ do: fc.constant('task' as const), fault: fc.constantFrom(...TASK_FAULTS) }),
);
const time = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(300, 2_000, 15_000, 60_000, 300_000) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(60_000, 300_000, 300_000) }),
  fc.record({ do: fc.constant('next day' as const) }),
  fc.record({ do: fc.constant('set clock' as const), hours: fc.constantFrom(-25, -2, 2, 25) }),
);
const crashes = fc.oneof(
  fc.record({
    do: fc.constantFrom('restart' as const, 'kill' as const, 'power cut' as const, 'service restart' as const),
  }),
  fc.record({
    do: fc.constant('kill at commit' as const),
    commits: fc.nat({ max: 12 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
);
const onJobs = fc.oneof(
  fc.record({ do: fc.constantFrom('retry' as const, 'cancel' as const, 'pause' as const), job }),
  fc.record({ do: fc.constantFrom('resume' as const, 'remove' as const, 'uncancel' as const), job }),
  fc.record({ do: fc.constantFrom('look' as const, 'send again' as const, 'give up' as const), job }),
  fc.record({ do: fc.constantFrom('confirm' as const, 'repeat' as const), job, consent }),
  fc.record({
    do: fc.constant('export' as const),
    job,
    format: fc.constantFrom<MeshFormat>('stl', 'fbx', '3mf'),
    consent,
  }),
  fc.record({
    do: fc.constant('operate' as const),
    job,
    operation: fc.constantFrom<OperationName>('decimate_mesh', 'unwrap_uv'),
    consent,
  }),
);
const others = fc.oneof(
  fc.record({ do: fc.constant('drop' as const), folder, files: fc.constantFrom(1, 1, 2, 4) }),
  fc.record({ do: fc.constant('approve' as const), folder, consent }),
  fc.record({
    do: fc.constant('call' as const),
    consent,
    interruptAfterMs: fc.constantFrom(null, null, 2_000, 10_000),
  }),
  fc.record({
    do: fc.constantFrom(
      'pause all' as const,
      'resume all' as const,
      'find' as const,
      'import' as const,
      'dismiss' as const,
      'restore' as const,
      'empty' as const,
    ),
  }),
  fc.record({ do: fc.constant('top up' as const), credits: fc.constantFrom(100, 1_000) }),
);

const anything = fc.oneof(
  { arbitrary: adding, weight: 4 },
  { arbitrary: onJobs, weight: 8 },
  { arbitrary: others, weight: 4 },
  { arbitrary: faults, weight: 4 },
  { arbitrary: time, weight: 7 },
  { arbitrary: crashes, weight: 2 },
  { arbitrary: caps, weight: 2 },
) as fc.Arbitrary<Command>;

/** Histories that begin with a job whose cost is confirmed, after faults or limits at most. */
export const histories: fc.Arbitrary<History> = fc
  .record({
    resend: fc.constantFrom('strict' as const, 'strict' as const, 'auto' as const),
    credits: fc.constantFrom(100_000, 100_000, 100_000, 230, 400),
    before: fc.array(fc.oneof(faults, caps), { maxLength: 2 }),
    first: adding,
    commands: fc.array(anything, { maxLength: 16 }),
  })
  .map(({ resend, credits, before, first, commands }) => ({
    ...{ resend, credits },
    commands: [...before, { ...first, consent: 'total' }, ...commands],
  }));

/** A command as a person reads it. */
export function toLine(command: Command): string {
  const { do: what, ...rest } = command;
  const words = Object.entries(rest).map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join('+') : value}`,
  );
  return [what, ...words].join(', ');
}
