import type { Note } from '../../../../../src-shared/api/notes.ts';
import { bridgePieces } from '../solid/connect-pieces.ts';
import { createColorFinder, type ColorFinder } from '../solid/color-finder.ts';
import type { Made } from '../mesh/stylized-mesh.ts';
import { netField } from '../solid/mesh-level-set.ts';
import { paintNet } from '../solid/color-mesh-faces.ts';
import { sampleBody, type Field } from '../solid/level-set.ts';
import { placeMesh, type Placing } from './place-mesh.ts';
import { fitGrid } from '../solid/voxelize-surface.ts';
import type { Point, Subject } from '../mesh/stylize-subject.ts';

/** Half the least thickness of a rod, mm. */
const ROD = 0.6;

/** What a thing became. */
export interface MadeThing extends Made {
  readonly notes: readonly Note[];
}

/** A thing to be printed, in millimetres, +Y up, +Z front. */
export interface Thing {
  readonly field: Field;
  readonly colors: ColorFinder;
  /** How many loose parts of the subject hang on by rods. */
  readonly joined: number;
}

/** How a subject becomes part of a thing. */
export interface ThingShape {
  readonly placing: Placing;
  /** The box the thing may fill, mm. */
  readonly low: Point;
  readonly high: Point;
  /** Edge of a cell, mm. */
  readonly step: number;
  /** How much the subject is thickened on every side, mm: 1 to 3 cells. */
  readonly swell: number;
}

/** A subject as one solid in a box of millimetres, its loose parts joined by rods, ready for shapes to be added and cut. */
export function beginThing(subject: Subject, { placing, low, high, step, swell }: ThingShape): Thing {
  const grid = fitGrid(low, high, [step, step, step]);
  const { tree, ...field } = sampleBody(placeMesh(subject.mesh, placing), grid, swell);
  const joined = bridgePieces(field, null, Math.max(swell, ROD));
  return { field, colors: createColorFinder(subject, tree, 2 * swell), joined };
}

/** Says that parts were joined, if any were. */
export function noteJoined({ joined }: Thing): Note[] {
  return joined === 0 ? [] : [`Loose parts were joined by rods, so that it prints as one piece: ${joined}.`];
}

/** The finished thing; null if it cannot be kept within the limit of triangles. */
export async function finishThing(
  { field, colors }: Pick<Thing, 'field' | 'colors'>,
  most: number,
): Promise<Made | null> {
  const net = await netField(field, colors.evenAt, most);
  return net && paintNet(net, colors.showAt);
}
