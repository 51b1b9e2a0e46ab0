import { expect, test } from 'vitest';
import { askFirst, createPatientQueries } from '../../../../src-main/local-service/generators/http/patience.ts';
import { ServerAway } from '../../../../src-main/local-service/generators/http/server-errors.ts';

const { signal } = new AbortController();

/** Queries without patience of a server that responds to the sixth one; it is blocked up to the query `blockedUntil`. */
function startQueries(blockedUntil: number) {
  let count = 0;
  const isBlocked = () => count < blockedUntil;
  const queries = createPatientQueries({ name: 'Hy' }, { pollMs: 1, patienceMs: -1, isBlocked }, signal);
  const query = async () => {
    if (++count < 6) throw new ServerAway(new Error('no response'));
    return count;
  };
  return { queries, query };
}

test('a server that is blocked is waited for, and one that is not has stopped', async () => {
  const busy = startQueries(6);
  expect(await askFirst(busy.queries, undefined, busy.query)).toBe(6);
  const stopped = startQueries(3);
  await expect(stopped.queries.ask(stopped.query)).rejects.toThrow('Hy stopped during the task.');
  const free = startQueries(0);
  await expect(askFirst(free.queries, undefined, free.query)).rejects.toThrow(ServerAway);
});
