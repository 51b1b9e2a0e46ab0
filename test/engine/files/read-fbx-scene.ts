import { getNode, getNumbers, getProperty, readFbx, type ReadFbxNode } from './read-fbx.ts';

/** A geometry of an FBX file: points in metres, +Y up, +Z front, whatever the file's unit and axes are. */
interface ReadFbxGeometry {
  readonly name: string;
  readonly points: number[][];
  /** Point indices of each face. */
  readonly faces: number[][];
  readonly materials: readonly string[];
  readonly node: ReadFbxNode;
}

/** An FBX scene, its connections followed; geometries are those of models that stand under the scene itself. */
export interface ReadFbxScene {
  readonly root: ReadFbxNode;
  readonly geometries: readonly ReadFbxGeometry[];
  /** For each material's name and property the file that is embedded for it. */
  readonly textures: ReadonlyMap<string, { fileName: string; bytes: Uint8Array }>;
  readonly materials: ReadonlyMap<string, ReadFbxNode>;
}

/** Reads a binary FBX file; throws if an id is used twice or a connection leads to nothing. */
export function readFbxScene(file: Uint8Array): ReadFbxScene {
  const { root } = readFbx(file);
  const objects = new Map<bigint, ReadFbxNode>();
  for (const object of getNode(root, 'Objects').children) {
    const id = object.values[0] as bigint;
    if (objects.has(id)) throw new Error(`FBX: two objects have the id ${id}.`);
    objects.set(id, object);
  }
  const links = getNode(root, 'Connections').children.map(({ values }) => {
    const [kind, child, parent, property] = values as [string, bigint, bigint, string?];
    if (!objects.has(child) || (parent !== 0n && !objects.has(parent))) throw new Error('FBX: a connection dangles.');
    if ((kind === 'OP') !== (property !== undefined)) throw new Error('FBX: a connection is of the wrong kind.');
    return { child: objects.get(child)!, parent: objects.get(parent), property: property ?? '' };
  });
  const childrenOf = (parent: ReadFbxNode, kind: string) => {
    return links.filter((link) => link.parent === parent && link.child.name === kind);
  };
  checkDefinitions(root, [...objects.values()]);

  const tops = links.filter((link) => !link.parent).map((link) => link.child);
  const models = tops.filter((model) => childrenOf(model, 'Geometry').length > 0);
  const ofKind = (kind: string) => [...objects.values()].filter((object) => object.name === kind);
  const textures = new Map<string, { fileName: string; bytes: Uint8Array }>();
  for (const material of ofKind('Material')) {
    for (const { child, property } of childrenOf(material, 'Texture')) {
      const [video] = childrenOf(child, 'Video');
      const content = getNode(video!.child, 'Content').values[0] as Uint8Array;
      const fileName = getNode(video!.child, 'RelativeFilename').values[0] as string;
      textures.set(`${plainName(material)} ${property}`, { fileName, bytes: content });
    }
  }
  return {
    root,
    geometries: models.map((model) => ({
      name: plainName(model),
      ...readGeometry(root, childrenOf(model, 'Geometry')[0]!.child),
      materials: childrenOf(model, 'Material').map(({ child }) => plainName(child)),
    })),
    textures,
    materials: new Map(ofKind('Material').map((material) => [plainName(material), material])),
  };
}

function readGeometry(root: ReadFbxNode, node: ReadFbxNode) {
  const settings = getNode(root, 'GlobalSettings');
  const setting = (name: string) => getProperty(settings, name)[0] as number;
  const metres = setting('UnitScaleFactor') / 100;
  const axis = (name: string) => ({ index: setting(`${name}Axis`), factor: setting(`${name}AxisSign`) * metres });
  const axes = [axis('Coord'), axis('Up'), axis('Front')];

  const flat = getNumbers(getNode(node, 'Vertices'));
  const points = Array.from({ length: flat.length / 3 }, (_, i) => {
    return axes.map(({ index, factor }) => flat[3 * i + index]! * factor);
  });
  const faces: number[][] = [[]];
  for (const corner of getNumbers(getNode(node, 'PolygonVertexIndex'))) {
    faces.at(-1)!.push(corner < 0 ? -corner - 1 : corner);
    if (corner < 0) faces.push([]);
  }
  if (faces.pop()!.length > 0) throw new Error('FBX: the last polygon has no end.');
  return { points, faces, node };
}

function checkDefinitions(root: ReadFbxNode, objects: readonly ReadFbxNode[]): void {
  const definitions = getNode(root, 'Definitions');
  for (const type of definitions.children.filter(({ name }) => name === 'ObjectType')) {
    const [kind] = type.values;
    const count = kind === 'GlobalSettings' ? 1 : objects.filter(({ name }) => name === kind).length;
    if (getNode(type, 'Count').values[0] !== count) throw new Error(`FBX: wrong count of ${String(kind)}.`);
  }
  if (getNode(definitions, 'Count').values[0] !== objects.length + 1) throw new Error('FBX: wrong count of objects.');
}

/** An object's name; throws if it does not end with its kind, as FBX asks. */
function plainName(node: ReadFbxNode): string {
  const [name, kind] = (node.values[1] as string).split('\0\x01');
  if (kind !== node.name) throw new Error(`FBX: ${node.name} is named as ${kind}.`);
  return name!;
}
