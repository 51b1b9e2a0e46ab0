import { branch, leaf, type FbxNode } from './fbx-node.ts';
import { globalProperties, type FbxPreset } from './fbx-presets.ts';

/** The kinds of objects in a scene: the name of the node, and the class that is appended to the object's name. */
const KINDS = {
  Geometry: ['Geometry', 'Geometry'],
  Model: ['Model', 'Model'],
  NodeAttribute: ['NodeAttribute', 'NodeAttribute'],
  Material: ['Material', 'Material'],
  Texture: ['Texture', 'Texture'],
  Video: ['Video', 'Video'],
  Pose: ['Pose', 'Pose'],
  Skin: ['Deformer', 'Deformer'],
  BlendShape: ['Deformer', 'Deformer'],
  Cluster: ['Deformer', 'SubDeformer'],
  BlendShapeChannel: ['Deformer', 'SubDeformer'],
  AnimStack: ['AnimationStack', 'AnimStack'],
  AnimLayer: ['AnimationLayer', 'AnimLayer'],
  AnimCurveNode: ['AnimationCurveNode', 'AnimCurveNode'],
  AnimCurve: ['AnimationCurve', 'AnimCurve'],
} as const;

/** A kind of object in a scene. */
export type FbxObjectKind = keyof typeof KINDS;

/** Clips of a scene: the one to show first, and the duration of the longest. */
export interface FbxTakes {
  readonly first: string;
  readonly seconds: number;
}

const NO_TAKES: FbxTakes = { first: '', seconds: 1 };

/** The id of the scene's root, to which top-level models are connected. */
export const FBX_ROOT = 0n;

const CREATOR = 'Dropforge';
/** The id, the time and the footer depend on each other; these three match, and make equal models equal files. */
const FILE_ID = Buffer.from('28b32aebb624ccc2bfc8b02aa92bfcf1', 'hex');
const CREATION_TIME = '1970-01-01 10:00:00:000';
const FIRST_ID = 1_000_000n;

/** An FBX document under construction: objects with ids, and the connections between them. */
export class FbxScene {
  private readonly objects: FbxNode[] = [];
  private readonly connections: FbxNode[] = [];
  private nextId = FIRST_ID;

  /** Adds an object and returns its id. Control characters are removed from its name. */
  add(kind: FbxObjectKind, name: string, subtype: string, children: readonly FbxNode[]): bigint {
    const id = this.nextId++;
    this.objects.push(branch(KINDS[kind][0], [id, fbxName(name, kind), subtype], children));
    return id;
  }

  /** Connects an object to a parent or, if a property is named, as the source of that property. */
  connect(child: bigint, parent: bigint, property?: string): void {
    const connection = property === undefined ? ['OO', child, parent] : ['OP', child, parent, property];
    this.connections.push(leaf('C', ...connection));
  }

  /** Returns the whole document, as input of `encodeFbx`. */
  toNodes(preset: FbxPreset, title: string, takes: FbxTakes = NO_TAKES): FbxNode[] {
    return [
      branch('FBXHeaderExtension', [], header()),
      leaf('FileId', FILE_ID),
      leaf('CreationTime', CREATION_TIME),
      leaf('Creator', CREATOR),
      branch('GlobalSettings', [], [leaf('Version', 1000), globalProperties(preset, takes.seconds)]),
      branch(
        'Documents',
        [],
        [leaf('Count', 1), branch('Document', [this.nextId, title, 'Scene'], [leaf('RootNode', FBX_ROOT)])],
      ),
      branch('References', [], []),
      branch('Definitions', [], this.definitions()),
      branch('Objects', [], this.objects),
      branch('Connections', [], this.connections),
      branch('Takes', [], [leaf('Current', takes.first)]),
    ];
  }

  private definitions(): FbxNode[] {
    const counts = new Map<string, number>([['GlobalSettings', 1]]);
    for (const { name } of this.objects) counts.set(name, (counts.get(name) ?? 0) + 1);
    const types = [...counts].map(([kind, count]) => branch('ObjectType', [kind], [leaf('Count', count)]));
    return [leaf('Version', 100), leaf('Count', this.objects.length + 1), ...types];
  }
}

/** Returns a name as FBX stores it: the name, two separating bytes, and its class. */
export function fbxName(name: string, kind: FbxObjectKind): string {
  // eslint-disable-next-line no-control-regex -- control characters are part of the separator and must be removed
  return `${name.replace(/[\x00-\x1f\x7f]/g, '')}\0\x01${KINDS[kind][1]}`;
}

function header(): FbxNode[] {
  const stamp = Object.entries({ Version: 1000, Year: 1970, Month: 1, Day: 1, Hour: 10, Minute: 0, Second: 0 });
  return [
    leaf('FBXHeaderVersion', 1003),
    leaf('FBXVersion', 7400),
    leaf('EncryptionType', 0),
    branch('CreationTimeStamp', [], [...stamp.map(([name, value]) => leaf(name, value)), leaf('Millisecond', 0)]),
    leaf('Creator', CREATOR),
  ];
}
