import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { connectPieces } from '../solid/connect-pieces.ts';
import { createColorFinder, type ColorFinder } from '../solid/color-finder.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { meshLevelSet } from '../solid/mesh-level-set.ts';
import { colorMeshFaces } from '../solid/color-mesh-faces.ts';
import { sampleLevelSet, type LevelSet } from '../solid/level-set.ts';
import { placeMesh, type Placement } from './place-mesh.ts';
import { fitGrid } from '../solid/voxelize-surface.ts';
import type { GridPoint, StylizeSubject } from '../mesh/stylize-subject.ts';

/** Minimum radius of a connecting rod, mm. */
const ROD = 0.6;

/** A finished print object. */
export interface StylizedPrint extends StylizedMesh {
  readonly notes: readonly Note[];
}

/** A print object under construction, in millimetres, +Y up, +Z front. */
export interface PrintObject {
  readonly field: LevelSet;
  readonly colors: ColorFinder;
  /** Number of loose parts of the subject that were joined by rods. */
  readonly joined: number;
}

/** Placement and resolution of a subject in a print object. */
export interface PrintObjectShape {
  readonly placement: Placement;
  /** Minimum and maximum corner of the object's box, mm. */
  readonly low: GridPoint;
  readonly high: GridPoint;
  /** Edge of a cell, mm. */
  readonly step: number;
  /** Thickening of the subject on every side, mm; 1 to 3 cells. */
  readonly offset: number;
}

/**
 * Converts a subject to one solid, with its loose parts joined by rods, to which shapes can be added and subtracted.
 */
export function beginPrintObject(
  subject: StylizeSubject,
  { placement, low, high, step, offset }: PrintObjectShape,
): PrintObject {
  const grid = fitGrid(low, high, [step, step, step]);
  const { tree, ...field } = sampleLevelSet(placeMesh(subject.mesh, placement), grid, offset);
  const joined = connectPieces(field, null, Math.max(offset, ROD));
  return { field, colors: createColorFinder(subject, tree, 2 * offset), joined };
}

/** Returns a note if parts were joined. */
export function describeJoinedParts({ joined }: PrintObject): Note[] {
  return joined === 0 ? [] : [engineMessage('stylize.joined', { count: joined })];
}

/** Meshes and colours a print object; returns null if the limit of triangles cannot be met. */
export async function finishPrintObject(
  { field, colors }: Pick<PrintObject, 'field' | 'colors'>,
  maxTriangles: number,
): Promise<StylizedMesh | null> {
  const net = await meshLevelSet(field, colors.labAt, maxTriangles);
  return net && colorMeshFaces(net, colors.rgbAt);
}
