import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { connectPieces } from '../solid/connect-pieces.ts';
import { createColorFinder, type ColorFinder } from '../solid/color-finder.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { meshLevelSet } from '../solid/mesh-level-set.ts';
import { colorMeshFaces } from '../solid/color-mesh-faces.ts';
import { sampleLevelSet, type LevelSet } from '../solid/level-set.ts';
import { placeMesh, type Placing } from './place-mesh.ts';
import { fitGrid } from '../solid/voxelize-surface.ts';
import type { GridPoint, StylizeSubject } from '../mesh/stylize-subject.ts';

/** Half the least thickness of a rod, mm. */
const ROD = 0.6;

/** What a thing became. */
export interface StylizedPrint extends StylizedMesh {
  readonly notes: readonly Note[];
}

/** A thing to be printed, in millimetres, +Y up, +Z front. */
export interface PrintObject {
  readonly field: LevelSet;
  readonly colors: ColorFinder;
  /** How many loose parts of the subject hang on by rods. */
  readonly joined: number;
}

/** How a subject becomes part of a thing. */
export interface PrintObjectShape {
  readonly placing: Placing;
  /** The box the thing may fill, mm. */
  readonly low: GridPoint;
  readonly high: GridPoint;
  /** Edge of a cell, mm. */
  readonly step: number;
  /** How much the subject is thickened on every side, mm: 1 to 3 cells. */
  readonly swell: number;
}

/** A subject as one solid in a box of millimetres, its loose parts joined by rods, ready for shapes to be added and cut. */
export function beginPrintObject(
  subject: StylizeSubject,
  { placing, low, high, step, swell }: PrintObjectShape,
): PrintObject {
  const grid = fitGrid(low, high, [step, step, step]);
  const { tree, ...field } = sampleLevelSet(placeMesh(subject.mesh, placing), grid, swell);
  const joined = connectPieces(field, null, Math.max(swell, ROD));
  return { field, colors: createColorFinder(subject, tree, 2 * swell), joined };
}

/** Says that parts were joined, if any were. */
export function describeJoinedParts({ joined }: PrintObject): Note[] {
  return joined === 0 ? [] : [engineMessage('stylize.joined', { count: joined })];
}

/** The finished thing; null if it cannot be kept within the limit of triangles. */
export async function finishPrintObject(
  { field, colors }: Pick<PrintObject, 'field' | 'colors'>,
  most: number,
): Promise<StylizedMesh | null> {
  const net = await meshLevelSet(field, colors.evenAt, most);
  return net && colorMeshFaces(net, colors.showAt);
}
