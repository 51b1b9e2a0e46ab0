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
import { groupByMotion, groupByNode } from './motion-groups.ts';
import { splitIntoParts } from './split-into-parts.ts';

/** A segmented model. */
export interface SegmentResult {
  /** Has one node per part. */
  readonly document: Document;
  /** Names of the parts' nodes, unique in the document. */
  readonly names: readonly string[];
  readonly notes: readonly Note[];
}

const MAX_PARTS = 32;
/** Minimum share of the total area; a smaller connected component joins the nearest one. */
const MIN_COMPONENT_SHARE = 0.002;
/** Minimum share of the total area; a smaller region of a connected body is merged into a neighbour. */
const MIN_REGION_SHARE = 0.015;

/**
 * Segments a GLB into 2 to 32 named parts: its connected components if there are several, otherwise regions between
 * concave creases, between thick and thin parts, or two halves, whichever is possible first (service interface, 4.4,
 * `/v3/mesh/segment`). The cuts are left open.
 *
 * Textures, skin, morph targets and clips are kept; node transforms of a static model are baked. Surfaces that move
 * separately are never joined, so an animated model can have more than 32 parts. Throws `ModelError` and
 * `OperationError`.
 */
export async function segmentModel(glb: Uint8Array, report: ReportProgress): Promise<SegmentResult> {
  const { document, graph, groups } = await loadFaceGraph(glb);
  report(0.3, 'cut');
  const limits = { minShare: MIN_COMPONENT_SHARE, maxParts: MAX_PARTS };
  const gather = (labels: FaceLabels): FaceLabels => gatherComponents(graph, labels, groups, limits);
  const components = gather(labelFaces(graph));
  const { regions, note } = components.count > 1 ? { regions: components, note: null } : cutBody(graph, gather);
  report(0.7, 'split');
  return finishParts(document, graph, regions, note === null ? [] : [note]);
}

/** A document and its face graph, in which surfaces of different nodes are not connected. */
export interface LoadedFaceGraph {
  readonly document: Document;
  readonly graph: FaceGraph;
  /** Motion group of each surface. */
  readonly groups: readonly number[];
}

/**
 * Reads a GLB and builds its face graph; the transforms of a static model are baked. Throws `ModelError` and
 * `OperationError`.
 */
export async function loadFaceGraph(glb: Uint8Array): Promise<LoadedFaceGraph> {
  const document = await openModel(glb, 'segment');
  const isStatic = !isAnimated(document);
  if (isStatic) bakeTransforms(document);
  const surfaces = listSurfaces(document);
  const graph = await buildFaceGraph(surfaces, groupByNode(surfaces));
  return { document, graph, groups: groupByMotion(surfaces, isStatic) };
}

/** Names the regions and splits the document into a node for each. */
export async function finishParts(
  document: Document,
  graph: FaceGraph,
  regions: FaceLabels,
  notes: readonly Note[],
): Promise<SegmentResult> {
  const root = document.getRoot();
  const surfaceNames = new Set(graph.surfaces.flatMap(({ node, mesh }) => [node.getName(), mesh.getName()]));
  const documentNames = [...root.listNodes(), ...root.listMeshes()].map((each) => each.getName());
  const names = nameParts(graph, regions, new Set([...documentNames, ...surfaceNames]));
  splitIntoParts(document, graph, regions, names);
  // To find textures of a single colour would decode all of them.
  await document.transform(
    prune({ keepAttributes: true, keepExtras: true, keepLeaves: true, keepSolidTextures: true }),
  );
  return { document, names, notes };
}

/** Cuts a body; `gather` joins the specks around it, which no cut reaches, with its parts. */
function cutBody(
  graph: FaceGraph,
  gather: (labels: FaceLabels) => FaceLabels,
): { regions: FaceLabels; note: Note | null } {
  const whole = { labels: new Int32Array(graph.areas.length), count: 1 };
  const minArea = MIN_REGION_SHARE * measureRegions(graph, whole)[0]!;
  const byCreases = gather(cutAtCreases(graph, minArea, MAX_PARTS));
  if (byCreases.count > 1) return { regions: byCreases, note: null };
  const byThickness = gather(cutByThickness(graph, minArea, MAX_PARTS));
  if (byThickness.count > 1) return { regions: byThickness, note: null };
  return {
    regions: cutInHalf(graph),
    note: engineMessage('mesh.cut-in-half'),
  };
}
