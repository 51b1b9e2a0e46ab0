import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { findContainerEnd } from '../../../src-main/folders/watching/container-end.ts';
import { detectFileType, DETECTION_BYTES } from '../../../src-main/links/detect-file-type.ts';
import { sniffModel } from '../../../src-main/readers/inspect/sniff-model.ts';
import { FILE_TARGETS } from '../file-targets.ts';
import { generateRecordChain } from '../formats/record-chains.ts';
import type { JsonTarget } from '../fuzz-target.ts';

/** Files of every format, of which the app's own process reads the beginning and the end. */
export const fileHeads: JsonTarget = {
  kind: 'json',
  name: 'file-heads',
  generate: (prng) => (prng.chance(0.1) ? generateRecordChain(prng) : prng.pick(FILE_TARGETS).generate(prng)),
  run: async (input) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'heads-'));
    const file = path.join(folder, 'case');
    try {
      writeFileSync(file, input);
      await findContainerEnd(file);
      await detectFileType(Buffer.from(input).subarray(0, DETECTION_BYTES));
      await sniffModel({ path: file }, systemDisk);
      return true;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
