import { CUBE_FACES, CUBE_POINTS } from '../../engine/files/import/usd-cube.ts';
import { writeUsdc, type CratePrim, type CrateValue } from '../../engine/files/import/usdc-writer.ts';
import type { Prng } from '../../simulation/prng.ts';
import { few, hostileCount, hostileNumber, hostileText, orRarely } from '../hostile-values.ts';
import { u64 } from './bytes.ts';
import { packedZeros } from './zeros.ts';

/** Sections whose tables begin with counts (OpenUSD, usd/crateFile). */
const SECTIONS = ['TOKENS', 'STRINGS', 'FIELDS', 'FIELDSETS', 'PATHS', 'SPECS'];
const PATHS = ['/a', '/a/b', '/a/m', '/x', '/a/b.points', ''];

/** Generates a binary layer (crate): values of wrong types, references in cycles, and tables whose counts lie. */
export function generateUsdc(prng: Prng): Uint8Array {
  const crate = Buffer.from(writeUsdc(metadata(prng), prims(prng)));
  const bytes = prng.chance(0.06) ? withLongTable(prng, crate) : crate;
  for (let changes = prng.pick([0, 0, 0, 1, 2, 3]); changes > 0; changes--) changeTable(prng, bytes);
  return bytes;
}

function metadata(prng: Prng): Record<string, CrateValue | number> {
  return {
    upAxis: { token: orRarely(prng, 'Z', () => hostileText(prng).replaceAll('\0', '')) },
    metersPerUnit: hostileNumber(prng),
    defaultPrim: { token: 'a' },
    ...(prng.chance(0.1) ? { subLayers: { tokens: few(prng, 3, () => 'a.usdc') } } : {}),
  };
}

function prims(prng: Prng): CratePrim[] {
  const list = (values: readonly number[]): number[] => {
    const changed = values.map((value) => orRarely(prng, value, () => (hostileCount(prng) | 0) >> 2, 0.002));
    const times = prng.chance(0.03) ? 1 + prng.integer(50) : 1;
    return Array.from({ length: times }, () => changed).flat();
  };
  const floats = (values: readonly number[]): number[] =>
    values.map((value) => orRarely(prng, value, () => hostileNumber(prng), 0.004));
  const wrong = (value: CrateValue): CrateValue =>
    orRarely(
      prng,
      value,
      () =>
        prng.pick<CrateValue>([
          { token: 'x' },
          { ints: list([1]) },
          { bool: true },
          { vec3d: [1, 2, 3] },
          { tokens: ['a'] },
        ]),
      0.03,
    );
  const mesh: CratePrim = {
    path: '/a/b',
    type: orRarely(prng, 'Mesh', () => prng.pick(['Skeleton', 'SkelRoot', 'GeomSubset', ''])),
    properties: {
      points: { type: 'point3f[]', value: wrong({ vec3s: floats(CUBE_POINTS) }) },
      faceVertexCounts: { type: 'int[]', value: wrong({ ints: list([4, 4, 4, 4, 4, 4]) }) },
      faceVertexIndices: { type: 'int[]', value: wrong({ ints: list(CUBE_FACES) }) },
      'primvars:st': {
        type: 'texCoord2f[]',
        interpolation: prng.pick(['faceVarying', 'vertex', 'x']),
        value: wrong({ vec2s: floats(CUBE_FACES.flatMap(() => [0.5, 0.25])) }),
      },
      'material:binding': { targets: few(prng, 3, () => prng.pick(PATHS)) },
      ...(prng.chance(0.2)
        ? {
            'skel:skeleton': { targets: ['/a/s'] },
            'primvars:skel:jointIndices': { value: wrong({ ints: list([0]) }) },
          }
        : {}),
    },
  };
  const placed: CratePrim = {
    path: '/a',
    type: 'Xform',
    properties: {
      'xformOp:translate': { type: 'double3', value: wrong({ vec3d: floats([1, 2, 3]) }) },
      'xformOp:scale': {
        samples: few(
          prng,
          3,
          (at) => [orRarely(prng, at, () => hostileNumber(prng)), wrong({ vec3d: [1, 1, 1] })] as const,
        ),
      },
      xformOpOrder: {
        type: 'token[]',
        value: {
          tokens: few(prng, 4, () => prng.pick(['xformOp:translate', 'xformOp:scale', '!resetXformStack!', 'x'])),
        },
      },
    },
  };
  const joints: CratePrim = {
    path: '/a/s',
    type: 'Skeleton',
    properties: {
      joints: { value: wrong({ tokens: few(prng, 4, () => prng.pick(['j', 'j/k', 'k/k/k', ''])) }) },
      bindTransforms: {
        value: wrong({
          matrices: floats(Array.from({ length: 16 * prng.integer(4) }, (_, at) => (at % 5 === 0 ? 1 : 0))),
        }),
      },
      restTransforms: { value: wrong({ matrices: floats(Array.from({ length: 16 * prng.integer(4) }, () => 1)) }) },
    },
  };
  const material: CratePrim = {
    path: '/a/m',
    type: 'Material',
    properties: {
      'outputs:surface': { connection: prng.pick(['/a/m.outputs:surface', '/x', '/a/m/t.outputs:surface']) },
    },
  };
  return [placed, mesh, ...(prng.chance(0.4) ? [joints] : []), ...(prng.chance(0.4) ? [material] : [])];
}

/** Replaces a count at the beginning of a section, or a byte behind it. */
function changeTable(prng: Prng, bytes: Buffer): void {
  const entry = bytes.lastIndexOf(prng.pick(SECTIONS));
  const start = Number(bytes.readBigUInt64LE(entry + 16));
  const count = orRarely(prng, hostileCount(prng), () => 2 ** 30 * hostileCount(prng), 0.1);
  switch (prng.integer(4)) {
    case 0:
      // An earlier change may have moved it out of the file.
      if (start + 24 <= bytes.length) bytes.writeBigUInt64LE(BigInt(count), start + 8 * prng.integer(3));
      return;
    case 1:
      bytes.writeBigUInt64LE(BigInt(count), entry + 16);
      return;
    case 2:
      bytes[8 + prng.integer(16)] = prng.integer(256);
      return;
    default:
      bytes[88 + prng.integer(bytes.length - 88)] = prng.integer(256);
  }
}

/** Replaces a table by one of zeros, or of as many counts, which LZ4 packs to next to nothing. */
function withLongTable(prng: Prng, bytes: Buffer): Buffer {
  const count = prng.pick([100_000, 1_000_000, 6_000_000, 60_000_000]);
  const [table, zeros] = [prng.pick(SECTIONS), packedZeros('lz4', 4 + count / 4)];
  const list = Buffer.concat([u64(zeros.length), zeros]);
  const names = packedZeros('lz4', count);
  const counted = [u64(count), ...Array.from({ length: 3 }, () => list)];
  const body: Readonly<Record<string, readonly Buffer[]>> = {
    TOKENS: [u64(count), u64(count), u64(names.length), names],
    PATHS: [u64(count), ...counted],
  };
  const entry = bytes.lastIndexOf(table);
  const changed = Buffer.from(bytes);
  changed.writeBigUInt64LE(BigInt(bytes.length), entry + 16);
  return Buffer.concat([changed, ...(body[table] ?? counted)]);
}
