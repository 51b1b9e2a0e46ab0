/** Actions older than the latest ones are forgotten. */
const MAX_ACTIONS = 100;

/** An action that can be undone. */
export interface UndoableAction {
  /** What it did, as its message says. */
  readonly words: string;
  /** True while its message is shown. */
  isShown(): boolean;
  undo(): void;
}

/** Actions of this page that can be undone, for longer than their messages are shown. */
export interface UndoHistory {
  add(action: UndoableAction): void;
  /** The latest action, or the latest one whose message is still shown; null if there is none. */
  last(only?: 'shown'): UndoableAction | null;
  /** Takes an action out and undoes it, once. */
  undo(action: UndoableAction): void;
}

/** Creates an empty history. */
export function createUndoHistory(): UndoHistory {
  let actions: readonly UndoableAction[] = [];
  return {
    add: (action) => {
      actions = [...actions, action].slice(-MAX_ACTIONS);
    },
    last: (only) => actions.findLast((action) => only !== 'shown' || action.isShown()) ?? null,
    undo: (action) => {
      if (!actions.includes(action)) return;
      actions = actions.filter((each) => each !== action);
      action.undo();
    },
  };
}
