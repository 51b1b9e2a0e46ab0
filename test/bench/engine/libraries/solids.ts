import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { joinPrimitives } from '../../../../src-main/engine/base/document/join-primitives.ts';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { completeModel } from '../../../../src-main/engine/change/complete/complete-model.ts';
import { weldPart } from '../../../../src-main/engine/change/complete/weld-part.ts';
import { stylizeModel } from '../../../../src-main/engine/change/stylize/stylize-model.ts';
import type { Figure } from '../../unconverted.ts';
import { importLibrary } from './import-library.ts';
import { joinMoved, makeSphere, makeTorus, toPlainGlb } from './shapes.ts';

interface Solid {
  decompose(): Solid[];
  volume(): number;
  numTri(): number;
  status(): string;
}
interface Library {
  setup(): void;
  readonly Mesh: new (mesh: { numProp: number; vertProperties: Float32Array; triVerts: Uint32Array }) => {
    merge(): boolean;
  };
  readonly Manifold: { new (mesh: object): Solid; union(solids: readonly Solid[]): Solid };
}

const STYLES = ['keyring', 'fridge_magnet', 'keycap', 'voronoi', 'lego'] as const;

/** Hole caps and print solids next to manifold-3d: what each makes of open and crossing meshes, and how long it takes. */
export async function benchSolidLibrary(folder: string): Promise<Figure[]> {
  const module = await importLibrary<{ default: () => Promise<Library> }>(folder, 'manifold-3d/manifold.js');
  if (!module) return [];
  const library = await module.default();
  library.setup();
  const ball = makeSphere(20_000);
  const meshes = {
    'a closed sphere': ball,
    'a sphere with a hole': { ...ball, indices: ball.indices.slice(300) },
    'two spheres that cross': joinMoved(ball, ball, [1, 0, 0]),
  };
  const figures: Figure[] = [];
  for (const [name, mesh] of Object.entries(meshes)) figures.push(await compareClosing(name, mesh, library));
  const source = await toPlainGlb(makeTorus(5000));
  for (const style of STYLES) figures.push(await checkStyle(style, source, library));
  return figures;
}

async function compareClosing(name: string, mesh: TriangleMesh, library: Library): Promise<Figure> {
  const glb = await toPlainGlb(mesh);
  const start = performance.now();
  const { document, notes } = await completeModel(glb, [], () => undefined);
  const ms = performance.now() - start;
  const made = await weldPart(joinPrimitives(toFlatMeshes(document).flatMap(({ primitives }) => primitives)));
  const theirs = solidOf(mesh, library);
  return {
    what: `${name}, closed`,
    value: `${isClosed(made) ? 'closed' : 'open'}, volume ${volumeOf(made).toFixed(3)}, ${notes.length} notes, ${ms.toFixed(0)} ms with reading and writing`,
    goal: 'closed',
    peer: `manifold-3d ${theirs}`,
    met: isClosed(made),
  };
}

/** What the library says of a solid that the engine made for a printer. */
async function checkStyle(style: (typeof STYLES)[number], source: Uint8Array, library: Library): Promise<Figure> {
  const start = performance.now();
  const { document, triangles } = await stylizeModel(source, style, null, () => undefined);
  const ms = performance.now() - start;
  const made = await weldPart(joinPrimitives(toFlatMeshes(document).flatMap(({ primitives }) => primitives)));
  const verdict = solidOf(made, library);
  return {
    what: `torus as ${style}`,
    value: `${isClosed(made) ? 'closed' : 'open'}, ${triangles} triangles, ${ms.toFixed(0)} ms`,
    goal: 'accepted by the peer',
    peer: `manifold-3d ${verdict}`,
    met: verdict.startsWith('accepts'),
  };
}

/** Merged where vertices coincide, and its pieces united. */
function solidOf({ positions, indices }: TriangleMesh, { Mesh, Manifold }: Library): string {
  const start = performance.now();
  try {
    const mesh = new Mesh({ numProp: 3, vertProperties: positions, triVerts: indices });
    mesh.merge();
    const pieces = new Manifold(mesh).decompose();
    const whole = Manifold.union(pieces);
    const volume = whole.volume().toFixed(3);
    const ms = performance.now() - start;
    return `accepts it, ${pieces.length} pieces united, volume ${volume}, ${ms.toFixed(0)} ms`;
  } catch (cause) {
    return `refuses it: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

function volumeOf({ positions, indices }: TriangleMesh): number {
  let six = 0;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(indices[at + k]! * 3, indices[at + k]! * 3 + 3));
    six +=
      a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) +
      a![1]! * (b![2]! * c![0]! - b![0]! * c![2]!) +
      a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
  }
  return six / 6;
}
