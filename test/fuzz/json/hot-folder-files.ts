import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { claimSource, ownerOf } from '../../../src-main/hot-folders/folder-claim.ts';
import { readLease } from '../../../src-main/hot-folders/folder-lease.ts';
import type { JsonTarget } from '../fuzz-target.ts';
import { hostileText } from '../hostile-values.ts';
import { corruptJson, toJsonText } from './corrupt-json.ts';

const MARK = { folderId: 'in', fileId: '1:1', place: 'chair.png', version: '1:1', sha256: 'a'.repeat(64) };
const [OURS, OTHER] = [ownerOf('/home/a', 'one'), ownerOf('/home/a', 'two')];

/** The files that several computers write into a hot folder: leases and claims. */
export const hotFolderFiles: JsonTarget = {
  kind: 'json',
  name: 'hot-folder-files',
  generate: (prng) => {
    const lease = { schema: 1, holder: 'a', owner: OTHER, host: hostileText(prng), beat: prng.integer(9) };
    const claim = prng.pick([OURS, OTHER, OURS.slice(prng.integer(32)), hostileText(prng), OURS.repeat(1_000)]);
    return JSON.stringify([toJsonText(prng, prng.chance(0.7) ? corruptJson(prng, lease) : lease), claim]);
  },
  run: async (input) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hot-'));
    try {
      const [lease, claim] = JSON.parse(String(input)) as [string, string];
      const leaseFile = path.join(folder, 'watch.1.json');
      writeFileSync(leaseFile, lease);
      const { read } = await readLease(leaseFile);
      await claimSource(folder, MARK, OTHER);
      const claims = path.join(folder, '.dropforge/taken');
      writeFileSync(path.join(claims, readdirSync(claims)[0]!), claim);
      const state = await claimSource(folder, MARK, OURS);
      const expected = claim === OURS ? 'ours' : /^[0-9a-f]{32}$/.test(claim) ? 'others' : 'new';
      if (state !== expected) throw new Error(`claimed as ${state} instead of ${expected}`);
      return read !== null;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
