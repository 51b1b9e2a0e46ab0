import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { startCommand } from '../../helpers/cli.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

test.each([['make'], ['resume']])(
  '“%s” over a database of a newer Dropforge changes nothing and says what to do',
  async (verb) => {
    const folder = makeTempFolder();
    const [home, out] = [path.join(folder, 'home'), path.join(folder, 'out')];
    const store = openQueueStore(home);
    store.jobs.addJobs([buildJob()]);
    store.close();
    const file = path.join(home, 'queue.db');
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 999; pragma wal_checkpoint(truncate);');
    database.close();
    const before = readFileSync(file);

    const args = verb === 'make' ? [await writeSampleImage(folder), '--out', out] : [];
    const { code, stderr } = await startCommand([verb, ...args, '--home', home]).ended;
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      'It was created by a newer version of Dropforge. Update Dropforge, or use another --home.',
    );
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect([existsSync(out), existsSync(path.join(home, 'service'))]).toEqual([false, false]);
  },
);
