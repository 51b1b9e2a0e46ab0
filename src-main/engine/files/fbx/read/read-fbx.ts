import { Document, type mat4, type Material, type Mesh, type Node, type Scene } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { addMaterial } from '../../materials/add-material.ts';
import { addPolygonMesh } from '../../polygons/add-polygon-mesh.ts';
import type { FileSource } from '../../zip/zip-archive.ts';
import { createImageLibrary } from '../../materials/image-library.ts';
import { checkDepth, checkObjects, truncatedModel } from '../../import/import-limits.ts';
import type { ImportedModel } from '../../import/imported-model.ts';
import { multiplyMat4 } from '../../../base/maths/matrix.ts';
import { addFbxAnimations, type AnimatedModel } from './add-fbx-animations.ts';
import { findChild, OLDEST_FBX_VERSION } from './fbx-element.ts';
import { createFbxGraph, type FbxGraph, type FbxObject } from './fbx-graph.ts';
import { createFbxImageLoader } from './fbx-image-loader.ts';
import { readFbxMaterial } from './read-fbx-material.ts';
import { listUvSets, toFbxPolygons } from './to-fbx-polygons.ts';
import { addSkin, readFbxSkin, type FbxSkin } from './read-fbx-skin.ts';
import type { MorphedNode } from './fbx-shape-channels.ts';
import { readFbxShapes } from './read-fbx-shapes.ts';
import { createFbxSpace, type FbxSpace } from './fbx-space.ts';
import { createPlacing, findGeometricMatrix, type FbxPlacing } from './fbx-transform.ts';
import { parseBinaryFbx } from './parse-binary-fbx.ts';
import { parseTextFbx } from './parse-text-fbx.ts';

/** A model of the file and the node it became. */
interface Placed extends AnimatedModel {
  readonly model: FbxObject;
}

/**
 * Reads an FBX from 7.0 on, binary or text: models as nodes, meshes, materials, embedded or neighbouring images, skins,
 * blend shapes and clips, in metres, +Y up, +Z front. Lights, cameras and curves are left out. Throws `ModelError`.
 */
export async function readFbx(bytes: Uint8Array, files: FileSource, folder: string): Promise<ImportedModel> {
  const isBinary = Buffer.from(bytes.subarray(0, 18)).toString('latin1') === 'Kaydara FBX Binary';
  const tree = isBinary ? parseBinaryFbx(bytes) : parseTextFbx(bytes);
  if (tree.version < OLDEST_FBX_VERSION) {
    throw new ModelError('unsupported', engineMessage('model-file.fbx-version', { version: tree.version / 1000 }));
  }
  // They are the last element: a file that was truncated between two elements lacks them.
  if (!findChild(tree.root, 'Connections')) throw truncatedModel();
  const graph = createFbxGraph(tree);
  const space = createFbxSpace(graph.settings);
  const document = new Document();
  const notes: Note[] = [];
  const scene = document.createScene();
  const placed = addNodes(document, graph, space, scene);
  const materials = await addMaterials(document, graph, files, folder, notes);
  const animated = listAnimated(graph);
  const meshes = createMeshes(
    document,
    graph,
    space,
    materials,
    new Map([...placed].map(([id, { node }]) => [id, node])),
  );
  for (const each of placed.values()) meshes.add(each, animated.has(each.model.id));
  if (document.getRoot().listMeshes().length === 0) {
    throw new ModelError('unsupported', engineMessage('model-file.fbx-no-mesh'));
  }
  joinSkeletons(document, scene);
  addFbxAnimations(document, graph, space, placed, meshes.shaped);
  return { document, notes };
}

/** Adds models as a node tree; a model with several parents, or below itself, is placed under the first one found. */
function addNodes(document: Document, graph: FbxGraph, space: FbxSpace, scene: Scene): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  const visit = (parent: FbxObject | null, node: Node | Scene, depth: number): void => {
    checkDepth(depth);
    for (const { object: model } of graph.childrenOf(parent)) {
      if (model.kind !== 'Model' || placed.has(model.id)) continue;
      const placing = createPlacing(model.properties);
      const child = document.createNode(model.name);
      setPose(child, placing, space);
      placed.set(model.id, { model, node: child, placing });
      checkObjects(placed.size);
      node.addChild(child);
      visit(model, child, depth + 1);
    }
  };
  visit(null, scene, 0);
  return placed;
}

function setPose(node: Node, placing: FbxPlacing, space: FbxSpace): void {
  const pose = placing.poseOf(placing.rest);
  node.setTranslation(space.point(pose.translation));
  node.setRotation(space.rotation(pose.rotation));
  node.setScale(space.scale(pose.scale));
}

async function addMaterials(
  document: Document,
  graph: FbxGraph,
  files: FileSource,
  folder: string,
  notes: Note[],
): Promise<Map<string, Material>> {
  const uvSets = new Map<string, number>();
  for (const { kind, element } of graph.objects) {
    if (kind !== 'Geometry') continue;
    listUvSets(element).forEach((name, i) => uvSets.set(name, Math.min(i, uvSets.get(name) ?? i)));
  }
  const images = createFbxImageLoader(graph, files, folder, uvSets, notes);
  const library = createImageLibrary(document, notes);
  const materials = new Map<string, Material>();
  for (const object of graph.objects) {
    if (object.kind !== 'Material') continue;
    materials.set(object.id, await addMaterial(document, await readFbxMaterial(graph, object, images), library));
  }
  return materials;
}

/** Returns the ids of models that clips animate. */
function listAnimated(graph: FbxGraph): ReadonlySet<string> {
  const moved = graph.objects.filter(({ kind }) => kind === 'AnimationCurveNode');
  return new Set(moved.flatMap((node) => graph.parentsOf(node).map(({ object }) => object.id)));
}

/** Adds meshes to nodes; models with the same geometry and materials share one. */
function createMeshes(
  document: Document,
  graph: FbxGraph,
  space: FbxSpace,
  materials: ReadonlyMap<string, Material>,
  nodes: ReadonlyMap<string, Node>,
) {
  const shared = new Map<string, Mesh | null>();
  const channels = new Map<Mesh, FbxObject[]>();
  const shaped: MorphedNode[] = [];
  let plain: Material | null = null;
  const toPlain = (): Material => document.createMaterial('default').setMetallicFactor(0).setRoughnessFactor(0.8);

  const create = (geometry: FbxObject, matrix: mat4, own: readonly Material[], skin: FbxSkin | null): Mesh | null => {
    const polygons = toFbxPolygons(geometry.name, geometry.element, matrix);
    const list = own.length > 0 ? own : [(plain ??= toPlain())];
    if (!polygons) return null;
    const shapes = readFbxShapes(graph, geometry, matrix, polygons.points.length / 3);
    const mesh = addPolygonMesh(document, { ...polygons, influences: skin?.influences ?? null, shapes }, list);
    if (mesh && shapes.length > 0)
      channels.set(
        mesh,
        shapes.map(({ channel }) => channel),
      );
    return mesh;
  };
  return {
    shaped,
    add({ model, node }: Placed, isAnimated: boolean): void {
      const children = graph.childrenOf(model).map(({ object }) => object);
      const geometry = children.find(({ kind, subtype }) => kind === 'Geometry' && subtype === 'Mesh');
      if (!geometry) return;
      const inner = findGeometricMatrix(model.properties);
      const own = children.filter(({ kind }) => kind === 'Material');
      const skin = readFbxSkin(graph, geometry, space, ({ id }) => nodes.has(id));
      const isFree = node.listChildren().length === 0 && !isAnimated && !skin;
      const scale = isFree ? removeUniformScale(node) : 1;
      const size: mat4 = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1];
      const matrix = multiplyMat4(size, inner ? multiplyMat4(space.matrix, inner) : space.matrix);
      const key = `${geometry.id} ${matrix.join(' ')} ${own.map(({ id }) => id).join(' ')}`;
      if (skin || !shared.has(key)) {
        const ownMaterials = own.map(({ id }) => materials.get(id)!);
        shared.set(key, create(geometry, matrix, ownMaterials, skin));
      }
      const mesh = shared.get(key);
      if (!mesh) return;
      node.setMesh(mesh);
      if (channels.has(mesh)) shaped.push({ node, channels: channels.get(mesh)! });
      if (skin) node.setSkin(addSkin(document, skin, nodes, node));
    },
  };
}

/** Adds a common root for the joints of a skin, which glTF 2.0 (3.7.3.1) requires, if they have none. */
function joinSkeletons(document: Document, scene: Scene): void {
  const topOf = (node: Node): Node => {
    let top = node;
    for (let parent = top.getParentNode(); parent; parent = top.getParentNode()) top = parent;
    return top;
  };
  const isJoined = document
    .getRoot()
    .listSkins()
    .every((skin) => new Set(skin.listJoints().map(topOf)).size <= 1);
  if (isJoined) return;
  const root = document.createNode('root');
  for (const top of scene.listChildren()) root.addChild(top);
  for (const top of root.listChildren()) scene.removeChild(top);
  scene.addChild(root);
}

/**
 * Removes a uniform scale from a node and returns it, so that it can be applied to its mesh: programs that use other
 * units leave such scales behind.
 */
function removeUniformScale(node: Node): number {
  const [x, y, z] = node.getScale();
  const isEven = x > 0 && Math.abs(x - y) < x * 1e-6 && Math.abs(x - z) < x * 1e-6;
  if (!isEven || x === 1) return 1;
  node.setScale([1, 1, 1]);
  return x;
}
