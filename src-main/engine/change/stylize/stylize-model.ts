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

/** Those whose parts have a size. */
type BlockStyle = 'lego' | 'voxel' | 'voronoi' | 'minecraft';

/** A stylised model. */
export interface StylizeResult {
  readonly document: Document;
  readonly triangles: number;
  readonly notes: readonly Note[];
}

/** No style puts out more triangles. */
export const MAX_STYLIZED_TRIANGLES = 200_000;

const MILLIMETRE = 0.001;
/** What is made at its real size. */
const THINGS = { keyring: makeKeyring, fridge_magnet: makeMagnet, keycap: makeKeycap } as const;
/** Blocks along the longest side of a stout model, and the most that are made. */
const BLOCKS = {
  voxel: { usual: 48, most: 128 },
  lego: { usual: 28, most: 40 },
  minecraft: { usual: 20, most: 64 },
} as const satisfies Partial<Record<Style, { usual: number; most: number }>>;
/** Thickest struts, as a share of the longest side. */
const THICKEST_STRUT = 1 / 8;
/** Area of a cube of edge 1: a model with less is slender and gets more blocks along it. */
const STOUT = 6;
/** How much coarser blocks become where there are too many triangles. */
const COARSER = 1.25;
/** Samples of a surface that are affordable: blocks become coarser for surfaces that fold back and forth. */
const MAX_SAMPLES = 4e7;
const SAMPLES_A_BLOCK = 5;

/**
 * A GLB as blocks, bricks, a net or a thing to print: one closed, manifold solid, counter-clockwise from outside, in the
 * colours of the model, as one mesh with a small texture whose texels are shown unmixed. Blocks and nets keep the
 * model's size and place; keyring, magnet and keycap have their real size in metres and stand on y = 0.
 *
 * `blockSize` is the edge of a block, a stud's pitch or a strut's thickness in metres; null: chosen by the model's size.
 * Throws `ModelError` and `OperationError`.
 */
export async function stylizeModel(
  glb: Uint8Array,
  style: Style,
  blockSize: number | null,
  report: ReportProgress,
): Promise<StylizeResult> {
  const subject = await readStylizeSubject(await openModel(glb));
  report(0.15, 'shape');
  if (style === 'keyring' || style === 'fridge_magnet' || style === 'keycap') {
    const made = orRefuse(await THINGS[style](subject, MAX_STYLIZED_TRIANGLES));
    const ignored: readonly Note[] = blockSize === null ? [] : [engineMessage('stylize.block-size-unused', { style })];
    report(0.85, 'write');
    return finish(made, MILLIMETRE, [0, 0, 0], [...made.notes, ...ignored]);
  }
  const { made, notes } = await makeOfBlocks(subject, style, blockSize, report);
  report(0.85, 'write');
  return finish(made, subject.metres, subject.centre, notes);
}

function finish(made: StylizedMesh, metres: number, centre: GridPoint, notes: readonly Note[]): StylizeResult {
  const triangles = made.mesh.indices.length / 3;
  const document = toStylizedDocument(made, metres, centre);
  return {
    document,
    triangles,
    notes: [...notes, engineMessage('mesh.faces', { count: triangles, kind: 'triangles' })],
  };
}

function orRefuse<Thing>(made: Thing | null): Thing {
  if (made) return made;
  throw new ModelError('unsupported', engineMessage('model-error.not-one-solid'));
}

async function makeOfBlocks(
  subject: StylizeSubject,
  style: BlockStyle,
  blockSize: number | null,
  report: ReportProgress,
): Promise<{ made: StylizedMesh; notes: Note[] }> {
  const { usual, least, most } = findSizes(subject, style);
  const asked = blockSize === null ? usual : blockSize / subject.metres;
  const floor = Math.max(least, Math.sqrt((subject.area * SAMPLES_A_BLOCK) / MAX_SAMPLES));
  let size = Math.min(most, Math.max(floor, asked));
  for (let attempt = 0; size <= most; attempt++, size *= COARSER) {
    report(Math.min(0.8, 0.2 + 0.1 * attempt), 'blocks');
    const result = await make(subject, style, size);
    if (!result || result.made.mesh.indices.length > MAX_STYLIZED_TRIANGLES * 3) continue;
    return { made: result.made, notes: [...sizeNotes(style, size, asked, blockSize, subject), ...result.notes] };
  }
  return { made: orRefuse<StylizedMesh>(null), notes: [] };
}

async function make(
  subject: StylizeSubject,
  style: BlockStyle,
  size: number,
): Promise<{ made: StylizedMesh; notes: Note[] } | null> {
  if (style === 'voronoi') {
    const made = await makeLattice(subject, size, MAX_STYLIZED_TRIANGLES);
    return (
      made && { made, notes: [engineMessage('stylize.lattice', { count: made.meshes }), ...notePieces(made.pieces)] }
    );
  }
  if (style === 'lego') {
    const blocks = buildBlocks(subject, [size, size * BRICK.height, size]);
    const made = await makeBricks(blocks);
    return {
      made,
      notes: [
        engineMessage('stylize.bricks', { count: made.bricks, colors: made.colors }),
        ...notePieces(countPieces(blocks)),
      ],
    };
  }
  const blocks = buildBlocks(subject, [size, size, size]);
  const made = await (style === 'voxel' ? makeVoxels(blocks) : makeMineBlocks(blocks));
  return {
    made,
    notes: [engineMessage('stylize.blocks', { count: countBlocks(blocks) }), ...notePieces(countPieces(blocks))],
  };
}

/** Sizes of blocks in shares of the longest side: unasked, the finest and the coarsest. */
function findSizes(subject: StylizeSubject, style: BlockStyle): { usual: number; least: number; most: number } {
  if (style === 'voronoi') return { usual: defaultStrut(subject), least: minStrut(subject), most: THICKEST_STRUT };
  const { usual, most } = BLOCKS[style];
  const slender = Math.min(1, (subject.area / STOUT) ** 0.25);
  return { usual: slender / usual, least: 1 / most, most: 1 };
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
  asked: number,
  blockSize: number | null,
  { metres }: StylizeSubject,
): Note[] {
  const measure = Number((size * metres).toPrecision(3));
  const own = engineMessage(style === 'voronoi' ? 'stylize.thickness' : 'stylize.width', {
    kind: NOUNS[style],
    metres: measure,
  });
  if (blockSize === null || Math.abs(size / asked - 1) < 1e-6) return [own];
  const id = size > asked ? 'stylize.blocks-too-fine' : 'stylize.blocks-too-coarse';
  return [engineMessage(id, { asked: blockSize, used: measure }), own];
}
