import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeSplatPly } from '../../../src-main/engine/files/splat/write-splat-ply.ts';
import { writeSplat } from '../../../src-main/engine/files/splat/write-splat.ts';
import { checkModel } from '../../../src-main/readers/inspect/check-model.ts';
import type { ArtifactRecord, JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { readModelFacts } from '../../../src-main/pipeline/model-facts.ts';
import { sniffModel } from '../../../src-main/readers/inspect/sniff-model.ts';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { makeSplatCloud } from '../../helpers/models/splat-cloud.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const whole = Buffer.from(writeSplatPly(makeSplatCloud()));
const MESH = `ply
format binary_little_endian 1.0
element vertex 1
property float x
property float y
property float z
element face 0
property list uchar int vertex_indices
end_header
${'\0'.repeat(12)}`;

function write(bytes: Uint8Array | string): string {
  const file = path.join(makeTempFolder(), '0.ply');
  writeFileSync(file, bytes);
  return file;
}

const check = (bytes: Uint8Array | string) =>
  checkModel({ path: write(bytes), format: 'ply', folder: null }, systemDisk);

test('a splat is told by its bytes and is whole at the length its header says', async () => {
  expect(await sniffModel({ path: write(whole) }, systemDisk)).toBe('ply');
  expect(await check(whole)).toEqual([]);
});

test.each<[string, Buffer]>([
  ['cut off in its splats', whole.subarray(0, -1)],
  ['cut off in its header', whole.subarray(0, 200)],
  ['with something behind its end', Buffer.concat([whole, Buffer.alloc(7)])],
  [
    'with a header that makes no sense',
    Buffer.from(whole.toString('latin1').replace('vertex 4', 'vertex x'), 'latin1'),
  ],
])('a splat %s is damaged and may come whole next time', async (_, bytes) => {
  await expect(check(bytes)).rejects.toMatchObject({ code: 'result_damaged', retryable: true });
});

test('a PLY of a mesh is kept, because it was paid for, and says what it is not', async () => {
  expect((await check(MESH)).map(toEnglish)).toEqual([
    '0.ply is a PLY file without Gaussian splats: it has no “scale_0”.',
  ]);
});

test('splats written as text are kept unchecked', async () => {
  const text = whole.toString('latin1').replace('binary_little_endian', 'ascii');
  expect((await check(Buffer.from(text, 'latin1'))).map(toEnglish)).toEqual([
    expect.stringMatching(/^Not checked: .*as text/),
  ]);
});

test('the form without a header is told by its splats, and has nothing to be checked', async () => {
  const bytes = writeSplat(makeSplatCloud());
  expect(await sniffModel({ path: write(bytes) }, systemDisk)).toBe('splat');
  expect(await checkModel({ path: write(bytes), format: 'splat', folder: null }, systemDisk)).toEqual([]);
  await expect(sniffModel({ path: write(bytes.subarray(0, -1)) }, systemDisk)).rejects.toMatchObject({
    code: 'result_damaged',
  });
});

test.each([
  ['local', 'ply', whole],
  ['cloud', 'ply', whole],
  ['local', 'splat', writeSplat(makeSplatCloud())],
] as const)('the manifest tells count and size of a splat of the %s service, as %s', async (kind, format, bytes) => {
  const artifact: ArtifactRecord = {
    id: 'a',
    step: 0,
    role: 'model',
    format,
    path: write(bytes),
    bundle: null,
    bytes: whole.byteLength,
    sha256: '',
    exportedPath: null,
  };
  const steps = [{ operation: 'image_to_splat', params: {}, from: null }];
  const record = { steps, artifacts: [artifact], serviceKind: kind } as unknown as JobRecord;
  const facts = await readModelFacts(artifact, record, createDirectReader(systemDisk));
  expect(facts).toMatchObject({ splats: 4, triangles: null, textures: 0, hasSkeleton: false, clips: [] });
  facts.dimensions!.forEach((size, axis) => expect(size).toBeCloseTo([2.2, 4.2, 0.02][axis]!, 3));
  // Nobody knows how another service lays them.
  expect(facts).toMatchObject(
    kind === 'local'
      ? { upAxis: 'Y', forwardAxis: 'Z', metersPerUnit: 1 }
      : { upAxis: null, forwardAxis: null, metersPerUnit: null },
  );
});
