import type { Job } from '../../../src-shared/jobs/job.ts';

/** Turns in a tenth of a second: the rows share them, so that no frame draws all of them anew. */
const TURNS = 6;
const TURN_MS = 100 / TURNS;

/** Progress that waits to be drawn: each job's is taken over ten times a second at most, the last that was told. */
export interface ProgressThrottle {
  /** Keeps what a job tells until its turn. */
  put(job: Job): void;
  /** The job told something else meanwhile, or is gone. */
  drop(id: string): void;
}

/** The frames of a page: `ask` calls back before the next one, with its time in ms. */
export interface AnimationFrames {
  ask(draw: (now: number) => void): void;
}

/** Nothing waits. `take` draws a job; frames are asked for only while something waits. */
export function createProgressThrottle(frames: AnimationFrames, take: (job: Job) => void): ProgressThrottle {
  const turns = Array.from({ length: TURNS }, () => new Map<string, Job>());
  const turnOf = new Map<string, number>();
  let next = 0;
  let isAsked = false;
  let drawn = 0;

  const findTurn = (id: string): number => {
    const known = turnOf.get(id) ?? next;
    if (!turnOf.has(id)) next = (next + 1) % TURNS;
    turnOf.set(id, known);
    return known;
  };
  const askFrame = (): void => {
    if (isAsked) return;
    isAsked = true;
    frames.ask(draw);
  };
  const draw = (now: number): void => {
    isAsked = false;
    const turn = Math.floor(now / TURN_MS);
    // A frame that comes late draws the turns it missed, each once.
    for (let at = Math.max(drawn + 1, turn - TURNS + 1); at <= turn; at++) {
      const waiting = turns[at % TURNS];
      for (const job of waiting?.values() ?? []) take(job);
      waiting?.clear();
    }
    drawn = turn;
    if (turns.some(({ size }) => size > 0)) askFrame();
  };

  return {
    put: (job) => {
      turns[findTurn(job.id)]?.set(job.id, job);
      askFrame();
    },
    drop: (id) => {
      turns[turnOf.get(id) ?? 0]?.delete(id);
      turnOf.delete(id);
    },
  };
}
