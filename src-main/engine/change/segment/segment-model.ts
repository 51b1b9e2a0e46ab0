import type { Document } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { bakeTransforms } from '../../base/document/bake-transforms.ts';
import { listSurfaces } from '../../base/document/list-surfaces.ts';
import { isAnimated } from '../../base/document/is-animated.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { openModel } from '../../files/model/open-model.ts';
import { cutAtCreases } from './cut-at-creases.ts';
import { cutByThickness } from './cut-by-thickness.ts';
import { cutInHalf } from './cut-in-half.ts';
import { buildFaceGraph, type FaceGraph } from './face-graph.ts';
import { gatherComponents } from './gather-components.ts';
import { labelFaces, measureRegions, type FaceLabels } from './face-labels.ts';
import { nameParts } from './name-parts.ts';
import { bondSurfaces, numberNodes } from './part-bonds.ts';
import { splitIntoParts } from './split-into-parts.ts';

/** A model cut into parts. */
export interface SegmentResult {
  /** One node per part. */
  readonly document: Document;
  /** Of the parts' nodes; each is unique in the document. */
  readonly names: readonly string[];
  readonly notes: readonly Note[];
}

const MAX_PARTS = 32;
/** A loose piece with less than this share of the area belongs to what it is nearest to. */
const TINY_PIECE = 0.002;
/** A region of a body with less than this share of the area goes to its neighbour. */
const TINY_REGION = 0.015;

/**
 * A GLB cut into 2 to 32 named parts: its loose pieces if it has several, else its body cut along inward creases, else
 * where it gets thin, else in half (service interface, 4.4, `/v3/mesh/segment`). Nothing is filled where it was cut.
 *
 * Textures, skin, morph targets and clips are kept; the nodes of a still model are made one level. What moves apart is
 * never joined, so an animated model can have more parts than 32. Throws `ModelError` and `OperationError`.
 */
export async function segmentModel(glb: Uint8Array, report: ReportProgress): Promise<SegmentResult> {
  const { document, graph, bonds } = await openFaces(glb);
  report(0.3, 'cut');
  const pieces = gatherComponents(graph, labelFaces(graph), bonds, { share: TINY_PIECE, most: MAX_PARTS });
  const { regions, note } = pieces.count > 1 ? { regions: pieces, note: null } : cutBody(graph);
  report(0.7, 'split');
  return finishParts(document, graph, regions, note === null ? [] : [note]);
}

/** A model's faces; nothing of two nodes is connected. */
export interface OpenFaces {
  readonly document: Document;
  readonly graph: FaceGraph;
  readonly bonds: readonly number[];
}

/** Reads a GLB for being cut; a still model is frozen. Throws `ModelError` and `OperationError`. */
export async function openFaces(glb: Uint8Array): Promise<OpenFaces> {
  const document = await openModel(glb);
  const isStill = !isAnimated(document);
  if (isStill) bakeTransforms(document);
  const surfaces = listSurfaces(document);
  const graph = await buildFaceGraph(surfaces, numberNodes(surfaces));
  return { document, graph, bonds: bondSurfaces(surfaces, isStill) };
}

/** Names the regions and makes them nodes. */
export async function finishParts(
  document: Document,
  graph: FaceGraph,
  regions: FaceLabels,
  notes: readonly Note[],
): Promise<SegmentResult> {
  const root = document.getRoot();
  const shown = new Set(graph.surfaces.flatMap(({ node, mesh }) => [node.getName(), mesh.getName()]));
  const inUse = [...root.listNodes(), ...root.listMeshes()].map((each) => each.getName());
  const names = nameParts(graph, regions, new Set([...inUse, ...shown]));
  splitIntoParts(document, graph, regions, names);
  await document.transform(prune({ keepAttributes: true, keepExtras: true, keepLeaves: true }));
  return { document, names, notes };
}

function cutBody(graph: FaceGraph): { regions: FaceLabels; note: Note | null } {
  const whole = { labels: new Int32Array(graph.areas.length), count: 1 };
  const least = TINY_REGION * measureRegions(graph, whole)[0]!;
  const creased = cutAtCreases(graph, least, MAX_PARTS);
  if (creased.count > 1) return { regions: creased, note: null };
  const thinned = cutByThickness(graph, least, MAX_PARTS);
  if (thinned.count > 1) return { regions: thinned, note: null };
  return {
    regions: cutInHalf(graph),
    note: engineMessage('mesh.cut-in-half'),
  };
}
