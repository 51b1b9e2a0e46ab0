import { Document, type mat4, type Material, type Node, type Scene } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { addMaterial } from '../../materials/add-material.ts';
import { addPolygonMesh } from '../../polygons/add-polygon-mesh.ts';
import { folderOf } from '../../zip/archive-path.ts';
import type { FileSource } from '../../zip/zip-archive.ts';
import { createImageLibrary } from '../../materials/image-library.ts';
import { chargePartBytes, chargeOthers } from '../../import/import-limits.ts';
import type { ImportedModel } from '../../import/imported-model.ts';
import { DEFAULT_MATERIAL, type ImportedMaterial } from '../../materials/imported-material.ts';
import { IDENTITY_MAT4, multiplyMat4, placeNode } from '../../../base/maths/matrix.ts';
import { addUsdClips } from './add-usd-clips.ts';
import { createUsdMaterials } from './usd-materials.ts';
import { toUsdPolygons, type UsdPolygons } from './to-usd-polygons.ts';
import { addUsdSkin, createUsdSkeletons, readUsdBinding } from './usd-skeletons.ts';
import { createUsdBudget, isNumbers } from './usd-layer.ts';
import { composeStage, parseLayer, type StagePrim, type UsdStage } from './usd-stage.ts';
import { readPlacement, toGltfMatrix, toGltfSpace } from './usd-transform.ts';

/** Measured memory of a prim in bytes, as it was read or as it was composed. */
const PRIM_BYTES = 1_500;
/** Prim types that are not renderable. */
const NOT_PLACED = ['Material', 'Shader', 'NodeGraph', 'GeomSubset', 'SkelAnimation', 'Camera'];
const WHITE = [1, 1, 1] as const;
/** Material of a mesh without one. */
const PLAIN = { ...DEFAULT_MATERIAL, name: 'default', showsColors: true };
const SHAPES = ['Cube', 'Sphere', 'Cylinder', 'Cone', 'Capsule', 'Plane', 'BasisCurves', 'Points', 'PointInstancer'];

/** Reads a USDZ package (specification 1.3): its first file is the root layer. Throws `ModelError`. */
export async function readUsdz(files: FileSource, paths: readonly string[]): Promise<ImportedModel> {
  const [root = ''] = paths;
  return readUsdLayer((await files.open(root)?.readAll()) ?? new Uint8Array(), files, folderOf(root));
}

/**
 * Reads a USD layer, text or binary, with the layers and images in `files`: Xforms and Meshes as nodes,
 * UsdPreviewSurface materials, per mesh or face, skeletons and their clips, in metres and +Y up. Blend shapes, clips of
 * Xforms, variants, lights and shapes other than meshes are left out, with a note if something visible is missing.
 * Throws `ModelError`.
 */
export async function readUsdLayer(bytes: Uint8Array, files: FileSource, folder: string): Promise<ImportedModel> {
  const notes: Note[] = [];
  const budget = createUsdBudget();
  const stage = await composeStage(parseLayer(bytes, folder, budget), files, notes, budget);
  const document = new Document();
  chargePartBytes(document, budget.prims * PRIM_BYTES);
  const scene = document.createScene();
  const reader = createPrimReader(document, scene, stage, files, notes);
  for (const prim of stage.prims) {
    const node = await reader.addPrim(prim, null);
    if (node) scene.addChild(node);
  }
  reader.finish();
  if (document.getRoot().listMeshes().length === 0) {
    throw new ModelError('unsupported', engineMessage('model-file.usd-no-mesh'));
  }
  return { document, notes };
}

function createPrimReader(document: Document, scene: Scene, stage: UsdStage, files: FileSource, notes: Note[]) {
  const materialReader = createUsdMaterials(stage, files, notes);
  const images = createImageLibrary(document, notes);
  const materials = new Map<string, Material>();
  /** Materials beside which vertex colours are visible. */
  const colored = new Set<Material>();
  const space = toGltfSpace(stage);
  const skeletons = createUsdSkeletons(document, stage);

  const toMaterial = async (prim: StagePrim, bound: string | null, polygons: UsdPolygons): Promise<Material> => {
    const { mesh, uvSets } = polygons;
    const material = bound === null ? null : stage.find(bound);
    const doubleSided =
      prim.attributes.get('doubleSided')?.read() === true || prim.attributes.get('doubleSided')?.read() === 1;
    const { showsColors, ...imported } = material ? await materialReader.read(material, uvSets) : PLAIN;
    const color = showsColors ? displayColorOf(prim, mesh) : imported.color;
    const key = `${material ? bound : ''} ${uvSets.join(' ')} ${doubleSided} ${color.join(' ')}`;
    const known = materials.get(key);
    if (known) return known;
    const added = await addMaterial(document, { ...imported, color, doubleSided }, images);
    if (showsColors) colored.add(added);
    materials.set(key, added);
    return added;
  };

  const addMesh = async (prim: StagePrim, node: Node, bound: string | null, moved: mat4): Promise<boolean> => {
    const subsets = prim.children.filter((child) => child.type === 'GeomSubset' && findBinding(child) !== null);
    const faces = subsets.map((subset) => {
      const indices = subset.attributes.get('indices')?.read();
      if (!isNumbers(indices)) return [];
      chargeOthers(document, indices.length / 3);
      return indices;
    });
    const binding = readUsdBinding(prim, stage, skeletons);
    // The transform of a skinned mesh's node is ignored.
    const polygons = toUsdPolygons(prim, binding ? space : multiplyMat4(moved, space), faces);
    if (!polygons) return false;
    if (prim.attributes.has('skel:blendShapes')) notes.push(engineMessage('import.usd-blend-shapes'));
    const list: Material[] = [];
    for (const each of [bound, ...subsets.map(findBinding)]) list.push(await toMaterial(prim, each, polygons));
    const colors = list.some((each) => colored.has(each)) ? polygons.mesh.colors : null;
    const mesh = addPolygonMesh(document, { ...polygons.mesh, colors, influences: binding?.influences ?? null }, list);
    for (const primitive of mesh?.listPrimitives() ?? [])
      if (!colored.has(primitive.getMaterial()!)) primitive.setAttribute('COLOR_0', null);
    node.setMesh(mesh);
    if (mesh && binding) node.setSkin(addUsdSkin(document, stage, binding, prim.name));
    return mesh !== null;
  };

  /** Adds a prim and its children; null if nothing of it is visible. */
  const addPrim = async (prim: StagePrim, inherited: string | null): Promise<Node | null> => {
    // A skeleton contains its meshes, even if it is invisible.
    if (prim.type === 'Skeleton') return prim.isDefined ? (skeletons.find(prim.path)?.node ?? null) : null;
    const visible = prim.attributes.get('visibility')?.read() !== 'invisible';
    const purpose = prim.attributes.get('purpose')?.read() ?? 'default';
    const isSeen = visible && (purpose === 'default' || purpose === 'render');
    if (!prim.isDefined || !isSeen || NOT_PLACED.includes(prim.type)) return null;
    if (SHAPES.includes(prim.type)) notes.push(engineMessage('import.usd-shape', { type: prim.type }));
    const bound = findBinding(prim) ?? inherited;
    const node = document.createNode(prim.name);
    if ([...prim.attributes].some(([name, each]) => name.startsWith('xformOp:') && each.samples().length > 1))
      notes.push(engineMessage('import.usd-moving-parts'));
    const { matrix, resets } = readPlacement(prim);
    const placed = toGltfMatrix(matrix, stage);
    const fits = placeNode(node, placed);
    if (!fits) node.setMatrix([...IDENTITY_MAT4]);
    let isShown = prim.type === 'Mesh' && (await addMesh(prim, node, bound, fits ? [...IDENTITY_MAT4] : placed));
    for (const child of prim.children) {
      const added = await addPrim(child, bound);
      if (!added) continue;
      if (!fits) notes.push(engineMessage('import.shear'));
      node.addChild(added);
      isShown = true;
    }
    if (!isShown) {
      node.dispose();
      return null;
    }
    if (!resets) return node;
    scene.addChild(node);
    return null;
  };
  /** Removes unused skeletons, adds those outside of the visible hierarchy to the scene, then adds the clips. */
  const finish = (): void => {
    const used = new Set(
      document
        .getRoot()
        .listSkins()
        .flatMap((skin) => skin.listJoints()),
    );
    for (const { node, joints } of skeletons.made) {
      const isUsed = [...joints.values()].some((joint) => used.has(joint));
      if (isUsed && !node.getParentNode() && !scene.listChildren().includes(node)) scene.addChild(node);
      if (!isUsed) for (const each of [...joints.values(), node]) each.dispose();
    }
    addUsdClips(
      document,
      stage,
      skeletons.made.filter(({ node }) => !node.isDisposed()),
    );
  };
  return { addPrim, finish };
}

/** The colour of a mesh whose material shows its display colours, which multiplies those of its vertices. */
function displayColorOf({ attributes }: StagePrim, { colors }: UsdPolygons['mesh']): ImportedMaterial['color'] {
  const color = attributes.get('primvars:displayColor')?.read();
  if (isNumbers(color) && color.length === 3) return [color[0]!, color[1]!, color[2]!];
  return colors ? WHITE : DEFAULT_MATERIAL.color;
}

function findBinding(prim: StagePrim): string | null {
  for (const name of ['material:binding:preview', 'material:binding', 'material:binding:full']) {
    const target = prim.relationships.get(name)?.[0];
    if (target !== undefined) return target;
  }
  return null;
}
