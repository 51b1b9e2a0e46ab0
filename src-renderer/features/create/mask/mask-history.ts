/** Steps that can be undone: a mask of 1,024 pixels has 1 MB. */
const MAX_STATES = 40;

/** States of an edited value, with the current one. */
export interface MaskHistory<T> {
  /** The state that the history began with, also after it was dropped. */
  readonly first: T;
  readonly states: readonly T[];
  readonly at: number;
}

/** Returns a history that starts with a state. */
export function startHistory<T>(state: T): MaskHistory<T> {
  return { first: state, states: [state], at: 0 };
}

/** Adds a state after the current one; the undone states are dropped, and the oldest ones if there are too many. */
export function addState<T>({ first, states, at }: MaskHistory<T>, state: T): MaskHistory<T> {
  const kept = [...states.slice(0, at + 1), state].slice(-MAX_STATES);
  return { first, states: kept, at: kept.length - 1 };
}

/** Moves to an earlier (−1) or later (1) state; the same history if there is none. */
export function moveBy<T>(history: MaskHistory<T>, steps: -1 | 1): MaskHistory<T> {
  const at = history.at + steps;
  return at < 0 || at >= history.states.length ? history : { ...history, at };
}

/** Returns the current state. */
export function currentState<T>({ states, at }: MaskHistory<T>): T {
  return states[at] as T;
}
