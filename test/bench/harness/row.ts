import type { Need } from './needs.ts';

/** Values of one run by name. */
export type Figures = Readonly<Record<string, number>>;

/** What a row must reach; both where both are given. */
interface Goal {
  /** Ours divided by the peer's: the most where lower is better, else the least. */
  readonly ratio?: number;
  /** Ours alone, in the unit of the row: the most where lower is better, else the least. */
  readonly limit?: number;
}

/** One line of the table: a figure of a trial beside that of its peer. */
export interface Row {
  /** Begins with the name of its group: `queue/enqueue`. */
  readonly id: string;
  readonly what: string;
  /** The same for the smaller work of a quick run, where that differs. */
  readonly quickWhat?: string;
  /** Which of the figures that a run returns. */
  readonly figure: string;
  /** Another peer than that of the trial, whose runs return its value under this name: both were there in one event. */
  readonly beside?: { readonly name: string; readonly figure: string };
  readonly unit: string;
  readonly better: 'lower' | 'higher';
  /** Null: measured without a goal. */
  readonly goal: Goal | null;
}

/** What a trial is compared with. */
interface Peer<Context> {
  readonly name: string;
  /** One run; null where the peer is not installed. A figure that it leaves out has no peer. */
  measure(context: Context, run: number): Promise<Figures | null>;
  /** A whole process or the like, which gains nothing from a run that warms up. */
  readonly isCold?: boolean;
}

/** Something that is measured, ours and the peer’s in turns. */
export interface Trial<Context> {
  readonly rows: readonly Row[];
  /** `warm`: one run of each goes before and does not count. */
  readonly state: 'warm' | 'cold';
  /** The same on every machine and in every run: measured once, and judged on a busy machine too. */
  readonly isExact?: boolean;
  /** Runs of each; usually `RUNS`. */
  readonly runs?: number;
  /** Runs of each in a quick run, 1 if absent; 0: too heavy for one. */
  readonly quickRuns?: number;
  /** Both come out of one event: the peer always follows ours; otherwise they take turns in being first. */
  readonly isOneEvent?: boolean;
  /** One run; number −1 warms up. */
  ours(context: Context, run: number): Promise<Figures>;
  /** What a reader of the measured rows must know, such as where a curve ends; null: nothing. */
  note?(context: Context): string | null;
  /** Null: nothing comparable exists. */
  readonly peer: Peer<Context> | null;
}

/** How a group runs. */
export interface RunOptions {
  readonly isQuick: boolean;
}

/** Trials with one set-up. */
export interface Group<Context> {
  readonly name: string;
  /** Programs and packages that its peers and some of its rows need, by their names in `needs.ts`. */
  readonly needs?: readonly Need[];
  open(options: RunOptions): Promise<Context>;
  close(context: Context): Promise<void>;
  readonly trials: readonly Trial<Context>[];
}

/** Runs of ours and of the peer in a full run. */
export const RUNS = 5;

/** A group whose type of context only its own trials need. */
export type AnyGroup = <Result>(use: <Context>(group: Group<Context>) => Result) => Result;

/** A group as the harness takes it. */
export function defineGroup<Context>(group: Group<Context>): AnyGroup {
  return (use) => use(group);
}
