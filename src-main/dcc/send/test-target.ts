import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MANIFEST_NAME } from '../../../src-shared/delivery/delivery-schemas.ts';
import { describeMismatch, describeFailure } from '../../../src-shared/delivery/describe-delivery.ts';
import { findImportMismatches } from '../../../src-shared/delivery/find-mismatches.ts';
import type { Manifest } from '../../../src-shared/delivery/manifest.ts';
import type { Receipt } from '../../../src-shared/delivery/receipt.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { thisComputer, type Computer } from '../detect/computer.ts';
import { makeBlend } from './make-blend.ts';
import { runProgram } from './run-program.ts';
import type { Installation, Target, TargetName } from '../targets/target.ts';
import { makeTestGlb, makeTestStl, TEST_DIMENSIONS } from './test-model.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** Result of a test delivery. */
export interface TargetTestResult {
  readonly isWell: boolean;
  /** Sentences with the findings, and advice for each problem. */
  readonly words: readonly MessageOrText[];
  /** The program's own output; null: none. */
  readonly receipt: Receipt | null;
}

const TIMEOUT_MS = 60_000;

/** Targets that can be tested without a window. */
export const TESTABLE_TARGETS: readonly TargetName[] = ['blender', 'prusa-slicer'];

/**
 * Delivers a small test model to the real program in the background and compares the result. Throws `program_missing`;
 * `config_invalid` for a program that cannot be tested without a window.
 */
export async function testTarget(target: Target, computer: Computer = thisComputer): Promise<TargetTestResult> {
  const { name, title } = target;
  if (name !== 'blender' && name !== 'prusa-slicer') {
    const detail = message('bridge.test-by-hand');
    throw new AppError('config_invalid', detail, { subject: title });
  }
  const [newest] = await target.find(computer);
  if (!newest) throw new AppError('program_missing', '', { subject: title });
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-test-target-'));
  try {
    return name === 'blender' ? await testBlender(newest, folder) : await testSlicer(newest, folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function testBlender({ program }: Installation, folder: string): Promise<TargetTestResult> {
  const manifest = await exportTestModel(folder);
  const out = path.join(folder, 'test.blend');
  const receipt = await makeBlend(program, { folder, asset: manifest.id, out }, TIMEOUT_MS);
  if (receipt.error) return { isWell: false, words: [describeFailure(receipt) ?? ''], receipt };
  const [file] = manifest.files;
  const words = file ? findImportMismatches(file, receipt).map(describeMismatch) : [];
  const { size: bytes } = await stat(out);
  const size = receipt.dimensions?.map((value) => String(Number(value.toFixed(3)))).join(' × ') ?? 'no size';
  const arrived = message('target-test.imported', {
    version: receipt.programVersion,
    size,
    seconds: receipt.seconds.toFixed(2),
    kilobytes: Math.ceil(bytes / 1024),
  });
  return { isWell: words.length === 0, words: [arrived, ...words], receipt };
}

/** Uses `--info`, which prints dimensions without slicing: `size_x = 500.000000`. */
async function testSlicer({ program }: Installation, folder: string): Promise<TargetTestResult> {
  const file = path.join(folder, 'test.stl');
  await writeFile(file, makeTestStl());
  const result = await runProgram(program, ['--info', file], { timeoutMs: TIMEOUT_MS });
  const sizes = ['x', 'y', 'z'].map((axis) =>
    Number(new RegExp(`size_${axis} = ([\\d.]+)`).exec(result.out)?.[1] ?? NaN),
  );
  const [x, y, z] = TEST_DIMENSIONS;
  const isWell = [x, z, y].every((value, axis) => Math.abs(value * 1000 - (sizes[axis] ?? NaN)) < 1);
  if (isWell) return { isWell, words: [message('target-test.measured', { size: sizes.join(' × ') })], receipt: null };
  const last = result.errors.trim().split('\n').at(-1)?.slice(0, 300) || `it ended with ${result.code ?? 'a signal'}`;
  return {
    isWell,
    words: [message('target-test.not-read', { reason: last })],
    receipt: null,
  };
}

/** Writes the test model as an asset into a folder. */
async function exportTestModel(folder: string): Promise<Manifest> {
  const data = makeTestGlb();
  const file = 'test.glb';
  const manifest: Manifest = {
    schema: 1,
    id: randomUUID(),
    name: 'Dropforge test',
    createdAt: new Date().toISOString(),
    recipe: null,
    service: null,
    steps: [],
    credits: null,
    source: null,
    files: [
      {
        path: file,
        role: 'model',
        format: 'glb',
        bytes: data.length,
        sha256: createHash('sha256').update(data).digest('hex'),
        upAxis: 'Y',
        forwardAxis: 'Z',
        metersPerUnit: 1,
        dimensions: TEST_DIMENSIONS,
        triangles: 4,
        textures: 0,
        clips: [],
        hasSkeleton: false,
      },
    ],
    notes: [],
    licence: null,
  };
  const asset = path.join(folder, 'test');
  await mkdir(asset);
  await writeFile(path.join(asset, file), data);
  await writeFile(path.join(asset, MANIFEST_NAME), JSON.stringify(manifest));
  return manifest;
}
