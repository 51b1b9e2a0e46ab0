import { describe, expect, it } from 'vitest';
import { createUndoHistory, type UndoableAction } from '../../../src-renderer/app/undo-history.ts';

/** Actions of a history, and what was undone. */
function createActions() {
  const undone: string[] = [];
  const build = (words: string, isShown = false): UndoableAction => ({
    words,
    isShown: () => isShown,
    undo: () => void undone.push(words),
  });
  return { history: createUndoHistory(), undone, build };
}

describe('the history of undoable actions', () => {
  it('undoes the latest first, each once, whether or not its message is shown', () => {
    const { history, undone, build } = createActions();
    const [first, second] = [build('first'), build('second', true)];
    history.add(first);
    history.add(second);
    expect(history.last()).toBe(second);
    history.undo(second);
    history.undo(second);
    expect(history.last()).toBe(first);
    history.undo(first);
    expect(history.last()).toBeNull();
    expect(undone).toEqual(['second', 'first']);
  });

  it('finds the latest action whose message is shown', () => {
    const { history, build } = createActions();
    const shown = build('shown', true);
    for (const action of [build('old'), shown, build('late')]) history.add(action);
    expect(history.last('shown')).toBe(shown);
    history.undo(shown);
    expect(history.last('shown')).toBeNull();
  });

  it('keeps the latest hundred', () => {
    const { history, undone, build } = createActions();
    for (let at = 0; at < 150; at++) history.add(build(String(at)));
    for (let action = history.last(); action; action = history.last()) history.undo(action);
    expect(undone).toHaveLength(100);
    expect(undone.at(-1)).toBe('50');
  });
});
