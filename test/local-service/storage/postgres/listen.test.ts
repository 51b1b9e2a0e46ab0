import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listenTo } from '../../../../src-main/local-service/storage/postgres/listen.ts';
import { openNetworkLink } from '../../../helpers/service/network-link.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../../helpers/service/postgres-server.ts';

/** An end that takes longer waits for the network. */
const HANGS_MS = 30_000;

const bin = findPostgres();

describe.skipIf(bin === null)('a connection that hears notifications', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  });
  afterAll(() => server.stop());

  test('ends while the network to the database is silent', async () => {
    const url = server.createDatabase('silent');
    const link = await openNetworkLink(Number(new URL(url).port));
    onTestFinished(() => link.close());
    const connected = Promise.withResolvers<void>();
    const listening = listenTo(url.replace(/:\d+\//, `:${link.port}/`), { news: () => undefined }, connected.resolve);
    await connected.promise;
    link.cut();
    const ended = listening.close().then(() => 'ended');
    expect(await Promise.race([ended, sleep(HANGS_MS, 'hangs', { ref: false })])).toBe('ended');
  });
});
