import { describe, expect, it } from 'vitest';
import type { Priority } from '../../../../src-shared/jobs/priority.ts';
import {
  findDrop,
  findMove,
  type MoveTarget,
  type QueuePosition,
} from '../../../../src-renderer/features/queue/move-targets.ts';

const line = (ids: string, priority: Priority = 'normal'): QueuePosition[] => [...ids].map((id) => ({ id, priority }));
const chosen = (ids: string): Set<string> => new Set(ids);

/** The order after main has done what it was asked. */
function moved(order: readonly QueuePosition[], target: MoveTarget | null): string {
  if (!target) return order.map(({ id }) => id).join('');
  const rest = order.filter(({ id }) => !target.ids.includes(id)).map(({ id }) => id);
  const at = 'before' in target ? rest.indexOf(target.before) : rest.indexOf(target.after) + 1;
  return [...rest.slice(0, at), ...target.ids, ...rest.slice(at)].join('');
}

describe('moving jobs', () => {
  it('goes one place up or down', () => {
    expect(moved(line('abcd'), findMove(line('abcd'), chosen('c'), 'up'))).toBe('acbd');
    expect(moved(line('abcd'), findMove(line('abcd'), chosen('b'), 'down'))).toBe('acbd');
  });

  it('goes to the ends', () => {
    expect(moved(line('abcd'), findMove(line('abcd'), chosen('c'), 'top'))).toBe('cabd');
    expect(moved(line('abcd'), findMove(line('abcd'), chosen('b'), 'bottom'))).toBe('acdb');
  });

  it('takes several along as one, and closes the gaps between them first', () => {
    expect(moved(line('abcde'), findMove(line('abcde'), chosen('cd'), 'up'))).toBe('acdbe');
    expect(moved(line('abcde'), findMove(line('abcde'), chosen('bd'), 'up'))).toBe('abdce');
    expect(moved(line('abcde'), findMove(line('abcde'), chosen('bd'), 'down'))).toBe('acbde');
    expect(moved(line('abcde'), findMove(line('abcde'), chosen('be'), 'top'))).toBe('beacd');
    expect(moved(line('abcde'), findMove(line('abcde'), chosen('ac'), 'top'))).toBe('acbde');
  });

  it('is nowhere at an end, without a choice, or alone', () => {
    expect(findMove(line('ab'), chosen('a'), 'up')).toBeNull();
    expect(findMove(line('ab'), chosen('a'), 'top')).toBeNull();
    expect(findMove(line('ab'), chosen('b'), 'down')).toBeNull();
    expect(findMove(line('ab'), chosen('b'), 'bottom')).toBeNull();
    expect(findMove(line('ab'), chosen('z'), 'up')).toBeNull();
    expect(findMove(line('a'), chosen('a'), 'bottom')).toBeNull();
    expect(findMove(line('ab'), chosen('ab'), 'down')).toBeNull();
  });

  it('stays among jobs of the same priority', () => {
    const order = [...line('ab', 'high'), ...line('cd')];
    expect(findMove(order, chosen('c'), 'up')).toBeNull();
    expect(findMove(order, chosen('c'), 'top')).toBeNull();
    expect(moved(order, findMove(order, chosen('bd'), 'up'))).toBe('bacd');
  });

  it('lands above or below the row the drag ends on', () => {
    expect(moved(line('abcd'), findDrop(line('abcd'), chosen('d'), 'b', 'upper'))).toBe('adbc');
    expect(moved(line('abcd'), findDrop(line('abcd'), chosen('ab'), 'c', 'lower'))).toBe('cabd');
    expect(findDrop(line('abcd'), chosen('ab'), 'b', 'lower')).toBeNull();
    expect(findDrop([...line('a', 'high'), ...line('b')], chosen('a'), 'b', 'lower')).toBeNull();
  });
});
