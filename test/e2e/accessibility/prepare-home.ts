import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getOffered, modelFileOf } from '../../../src-main/network-packages/installed-networks.ts';
import { OFFERED_NETWORKS } from '../../../src-main/network-packages/offered-networks.ts';
import { runCli } from '../../cli/commands/run-cli.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';

/** Files that surfaces are opened with. */
export interface PreparedFiles {
  /** Two images of one thing and two single ones. */
  readonly images: readonly string[];
  /** Two recipes of one id. */
  readonly recipes: readonly [string, string];
}

/**
 * Fills a home so that every view, dialog and menu has something in it: finished, failed, held and unconfirmed jobs, a hot
 * folder, a second service, limits that are soon reached, models without a job, a filled trash, an installed network, and
 * rehearsal mode, in which jobs cost credits.
 */
export async function prepareHome(folder: string): Promise<PreparedFiles> {
  const home = path.join(folder, 'home');
  const jobs = path.join(folder, 'jobs');
  await mkdir(jobs, { recursive: true });
  for (const [at, name] of ['lamp', 'chair', 'removed', 'lost'].entries())
    await writeSampleImage(jobs, `${name}.png`, 128 + at);
  const whole = await readFile(path.join(jobs, 'lamp.png'));
  // Its header and its end are right, so that only the job finds out.
  for (const name of ['broken', 'unconfirmed'])
    await writeFile(path.join(jobs, `${name}.png`), Buffer.from(whole).fill(name.length, 200, whole.length - 40));
  await runCli(['make', jobs, '--home', home]);
  await runCli(['folders', 'add', path.join(folder, 'Props'), '--home', home]);
  changeQueue(home);
  const file = path.join(home, 'config.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(
    file,
    JSON.stringify({
      ...settings,
      theme: 'system',
      rehearsal: true,
      spending: { perDay: '150.00' },
      services: { studio: { baseUrl: 'http://127.0.0.1:9', deployment: 'international' } },
    }),
  );
  for (const at of [0, 1]) await writeSampleImage(path.join(folder, 'Props'), `crate-${at}.png`, 64 + at);
  await installNetwork(home);
  const names = ['fox_front', 'fox_left', 'boat', 'tree'];
  const images = await Promise.all(names.map((name, at) => writeSampleImage(folder, `${name}.png`, 160 + at)));
  return { images, recipes: [await writeRecipe(folder, home, 'My own'), await writeRecipe(folder, home, 'My other')] };
}

/** A file of the right size: nothing here runs it. */
async function installNetwork(home: string): Promise<void> {
  const network = getOffered(OFFERED_NETWORKS, 'u2netp');
  const file = modelFileOf(home, network);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  await truncate(file, network.model.bytes);
}

/** States that take long, or a faulty service, to come about. */
function changeQueue(home: string): void {
  const database = new DatabaseSync(path.join(home, 'queue.db'));
  const byName = `(select id from jobs where json_extract(doc, '$.name') like ?)`;
  const unconfirmed = `json_set(doc, '$.status', 'unknown', '$.free', json('false'))`;
  database.prepare(`update jobs set doc = ${unconfirmed} where id in ${byName}`).run('unconfirmed%');
  const charged = `json_set(doc, '$.free', json('false'), '$.steps[0].taskId', 'none', '$.steps[0].status', 'done')`;
  database.prepare(`update jobs set doc = ${charged} where id in ${byName}`).run('broken%');
  database.prepare(`delete from intents where job_id in ${byName}`).run('lost%');
  database.prepare(`delete from jobs where id in ${byName}`).run('lost%');
  database.close();
}

async function writeRecipe(folder: string, home: string, name: string): Promise<string> {
  const file = path.join(folder, `${name}.json`);
  const { stdout } = await runCli(['recipes', 'export', 'game', '--home', home]);
  const recipe = JSON.parse(stdout) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...recipe, id: 'my-own', name, version: 1 }));
  return file;
}
