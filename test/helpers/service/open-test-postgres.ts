import { onTestFinished } from 'vitest';
import { openPostgres, type Postgres } from '../../../src-main/local-service/storage/postgres/postgres.ts';

/** Connects to a database until the test ends. */
export function openTestPostgres(url: string): Postgres {
  const postgres = openPostgres({ url, connections: 4 });
  onTestFinished(() => postgres.close());
  return postgres;
}
