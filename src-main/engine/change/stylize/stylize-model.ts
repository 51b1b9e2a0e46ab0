import type { Style } from '../../../../src-shared/api/operations/stylize-model.ts';
import type { Document } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { openModel } from '../../files/model/open-model.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { buildBlocks, type Blocks } from './blocks/build-blocks.ts';
import { toStylizedDocument } from './mesh/to-stylized-document.ts';
import { labelPieces } from './solid/label-pieces.ts';
import type { StylizedMesh } from './mesh/stylized-mesh.ts';
import { BRICK, makeBricks } from './blocks/make-bricks.ts';
import { makeKeycap } from './print/make-keycap.ts';
import { makeKeyring } from './print/make-keyring.ts';
import { minStrut, makeLattice, defaultStrut } from './print/make-lattice.ts';
import { makeMagnet } from './print/make-magnet.ts';
import { makeMineBlocks } from './blocks/make-mine-blocks.ts';
import { makeVoxels } from './blocks/make-voxels.ts';
import { readStylizeSubject, type GridPoint, type StylizeSubject } from './mesh/stylize-subject.ts';

/** Styles with a block size. */
type BlockStyle = 'lego' | 'voxel' | 'voronoi' | 'minecraft';

/** A stylised model. */
export interface StylizeResult {
  readonly document: Document;
  readonly triangles: number;
  readonly notes: readonly Note[];
}

/** Maximum number of triangles of a result in any style. */
export const MAX_STYLIZED_TRIANGLES = 200_000;

const MILLIMETRE = 0.001;
/** Styles that produce an object of a fixed real size. */
const PRINT_OBJECTS = { keyring: makeKeyring, fridge_magnet: makeMagnet, keycap: makeKeycap } as const;
/** Preferred number of blocks along the longest side of a compact model, and the maximum. */
const BLOCK_COUNTS = {
  voxel: { preferred: 48, max: 128 },
  lego: { preferred: 28, max: 40 },
  minecraft: { preferred: 20, max: 64 },
} as const satisfies Partial<Record<Style, { preferred: number; max: number }>>;
/** Maximum strut thickness as a share of the longest side. */
const MAX_STRUT = 1 / 8;
/** Surface area of a unit cube; a model with a smaller area is slender and gets more blocks along its longest side. */
const CUBE_AREA = 6;
/** Factor by which the block size grows if there are too many triangles. */
const COARSENING = 1.25;
/** Maximum number of surface samples; blocks become coarser for intricate surfaces. */
const MAX_SAMPLES = 4e7;
/** Samples for an area of one block face. */
const SAMPLES_PER_BLOCK = 5;

/**
 * Converts a GLB to blocks, bricks, a lattice or a printable object: one closed, manifold solid, counter-clockwise from
 * outside, in the colours of the model, as one mesh with a small texture that is sampled without filtering. Blocks and
 * lattices keep the model's size and position; keyring, magnet and keycap have their real size in metres and stand on y
 * = 0.
 *
 * `blockSize` is the edge of a block, the pitch of studs or the thickness of struts in metres; null chooses it by the
 * model's size. Throws `ModelError` and `OperationError`.
 */
export async function stylizeModel(
  glb: Uint8Array,
  style: Style,
  blockSize: number | null,
  report: ReportProgress,
): Promise<StylizeResult> {
  const subject = await readStylizeSubject(await openModel(glb, 'stylize'));
  report(0.15, 'shape');
  if (style === 'keyring' || style === 'fridge_magnet' || style === 'keycap') {
    const stylized = orThrow(await PRINT_OBJECTS[style](subject, MAX_STYLIZED_TRIANGLES));
    const ignored: readonly Note[] = blockSize === null ? [] : [engineMessage('stylize.block-size-unused', { style })];
    report(0.85, 'write');
    return toResult(stylized, MILLIMETRE, [0, 0, 0], [...stylized.notes, ...ignored]);
  }
  const { stylized, notes } = await makeWithinLimit(subject, style, blockSize, report);
  report(0.85, 'write');
  return toResult(stylized, subject.metres, subject.centre, notes);
}

function toResult(stylized: StylizedMesh, metres: number, centre: GridPoint, notes: readonly Note[]): StylizeResult {
  const triangles = stylized.mesh.indices.length / 3;
  const document = toStylizedDocument(stylized, metres, centre);
  return {
    document,
    triangles,
    notes: [...notes, engineMessage('mesh.faces', { count: triangles, kind: 'triangles' })],
  };
}

function orThrow<Value>(value: Value | null): Value {
  if (value) return value;
  throw new ModelError('unsupported', engineMessage('model-error.not-one-solid'));
}

/** Stylizes at the given size, and at larger ones until the result meets the limit of triangles. */
async function makeWithinLimit(
  subject: StylizeSubject,
  style: BlockStyle,
  blockSize: number | null,
  report: ReportProgress,
): Promise<{ stylized: StylizedMesh; notes: Note[] }> {
  const { preferred, min, max } = findBlockSizes(subject, style);
  const requested = blockSize === null ? preferred : blockSize / subject.metres;
  const finest = Math.max(min, Math.sqrt((subject.area * SAMPLES_PER_BLOCK) / MAX_SAMPLES));
  let size = Math.min(max, Math.max(finest, requested));
  for (let attempt = 0; size <= max; attempt++, size *= COARSENING) {
    report(Math.min(0.8, 0.2 + 0.1 * attempt), 'blocks');
    const result = await makeAtSize(subject, style, size);
    if (!result || result.stylized.mesh.indices.length > MAX_STYLIZED_TRIANGLES * 3) continue;
    const notes = [...sizeNotes(style, size, requested, blockSize, subject), ...result.notes];
    return { stylized: result.stylized, notes };
  }
  return { stylized: orThrow<StylizedMesh>(null), notes: [] };
}

async function makeAtSize(
  subject: StylizeSubject,
  style: BlockStyle,
  size: number,
): Promise<{ stylized: StylizedMesh; notes: Note[] } | null> {
  if (style === 'voronoi') {
    const lattice = await makeLattice(subject, size, MAX_STYLIZED_TRIANGLES);
    return (
      lattice && {
        stylized: lattice,
        notes: [engineMessage('stylize.lattice', { count: lattice.openings }), ...notePieces(lattice.pieces)],
      }
    );
  }
  if (style === 'lego') {
    const blocks = buildBlocks(subject, [size, size * BRICK.height, size]);
    const bricks = await makeBricks(blocks);
    return {
      stylized: bricks,
      notes: [
        engineMessage('stylize.bricks', { count: bricks.bricks, colors: bricks.colors }),
        ...notePieces(countPieces(blocks)),
      ],
    };
  }
  const blocks = buildBlocks(subject, [size, size, size]);
  return {
    stylized: await (style === 'voxel' ? makeVoxels(blocks) : makeMineBlocks(blocks)),
    notes: [engineMessage('stylize.blocks', { count: countBlocks(blocks) }), ...notePieces(countPieces(blocks))],
  };
}

/** Returns the preferred, minimum and maximum block size as shares of the longest side. */
function findBlockSizes(subject: StylizeSubject, style: BlockStyle): { preferred: number; min: number; max: number } {
  if (style === 'voronoi') return { preferred: defaultStrut(subject), min: minStrut(subject), max: MAX_STRUT };
  const { preferred, max } = BLOCK_COUNTS[style];
  const slenderness = Math.min(1, (subject.area / CUBE_AREA) ** 0.25);
  return { preferred: slenderness / preferred, min: 1 / max, max: 1 };
}

function countBlocks({ solid }: Blocks): number {
  return solid.reduce((sum, isSolid) => sum + isSolid, 0);
}

function countPieces({ solid, counts }: Blocks): number {
  return labelPieces(solid, counts).sizes.length - 1;
}

function notePieces(pieces: number): Note[] {
  return pieces > 1 ? ([engineMessage('stylize.pieces', { count: pieces })] as const) : [];
}

const NOUNS = { voxel: 'Blocks', lego: 'Studs', minecraft: 'Blocks', voronoi: 'Struts' } as const;

function sizeNotes(
  style: BlockStyle,
  size: number,
  requested: number,
  blockSize: number | null,
  { metres }: StylizeSubject,
): Note[] {
  const used = Number((size * metres).toPrecision(3));
  const sizeNote = engineMessage(style === 'voronoi' ? 'stylize.thickness' : 'stylize.width', {
    kind: NOUNS[style],
    metres: used,
  });
  if (blockSize === null || Math.abs(size / requested - 1) < 1e-6) return [sizeNote];
  const id = size > requested ? 'stylize.blocks-too-fine' : 'stylize.blocks-too-coarse';
  return [engineMessage(id, { asked: blockSize, used }), sizeNote];
}
