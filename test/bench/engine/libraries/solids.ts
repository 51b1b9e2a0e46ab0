import openManifold from 'manifold-3d';
import type { Document } from '@gltf-transform/core';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { joinPrimitives } from '../../../../src-main/engine/base/document/join-primitives.ts';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { completeModel } from '../../../../src-main/engine/change/complete/complete-model.ts';
import { weldPart } from '../../../../src-main/engine/change/complete/weld-part.ts';
import { stylizeModel } from '../../../../src-main/engine/change/stylize/stylize-model.ts';
import { defineGroup, type Figures, type Trial } from '../../harness/row.ts';
import { joinMoved, makeSphere, makeTorus, toPlainGlb } from './shapes.ts';

interface Solid {
  decompose(): Solid[];
  volume(): number;
}
interface Library {
  setup(): void;
  readonly Mesh: new (mesh: { numProp: number; vertProperties: Float32Array; triVerts: Uint32Array }) => {
    merge(): boolean;
  };
  readonly Manifold: { new (mesh: object): Solid; union(solids: readonly Solid[]): Solid };
}

const STYLES = ['keyring', 'fridge_magnet', 'keycap', 'voronoi', 'lego'] as const;

interface Context {
  readonly library: Library;
  readonly meshes: Readonly<Record<MeshName, TriangleMesh>>;
  readonly torus: Uint8Array;
  /** The latest solids that the engine made for a printer. */
  readonly solids: Map<string, TriangleMesh>;
}

const MESHES = { closed: 'a closed sphere', hole: 'a sphere with a hole', crossing: 'two spheres that cross' } as const;

type MeshName = keyof typeof MESHES;

function closeMesh(name: MeshName): Trial<Context> {
  return {
    rows: [
      {
        id: `engine/libraries/solids/${name}`,
        what: `${MESHES[name]} closed: 1, or still open: 0`,
        ...{ figure: 'closed', unit: '', better: 'higher', goal: { limit: 1, ratio: 1 } },
      },
      {
        id: `engine/libraries/solids/${name}-time`,
        what: `${MESHES[name]} closed, with reading and writing`,
        ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 1 } },
      },
    ],
    state: 'warm',
    async ours({ meshes }) {
      const glb = await toPlainGlb(meshes[name]);
      const start = performance.now();
      const { document } = await completeModel(glb, [], () => undefined);
      const ms = performance.now() - start;
      return { ms, closed: Number(isClosed(await weldDocument(document))) };
    },
    peer: {
      name: 'manifold-3d',
      measure: ({ meshes, library }) => Promise.resolve(uniteSolid(meshes[name], library)),
    },
  };
}

/** The peer is the judge: it accepts solids or refuses them. */
function checkStyle(style: (typeof STYLES)[number]): Trial<Context> {
  return {
    rows: [
      {
        id: `engine/libraries/solids/${style}`,
        what: `a torus as ${style} accepted: 1, or refused: 0`,
        ...{ figure: 'closed', unit: '', better: 'higher', goal: { ratio: 1 } },
      },
      {
        id: `engine/libraries/solids/${style}-time`,
        what: `a torus as ${style}; the peer only checks it`,
        ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 5_000 } },
      },
    ],
    state: 'warm',
    quickRuns: style === 'keyring' ? 1 : 0,
    isOneEvent: true,
    async ours({ torus, solids }) {
      const start = performance.now();
      const { document } = await stylizeModel(torus, style, null, () => undefined);
      const ms = performance.now() - start;
      const made = await weldDocument(document);
      solids.set(style, made);
      return { ms, closed: Number(isClosed(made)) };
    },
    peer: {
      name: 'manifold-3d',
      measure: ({ library, solids }) => Promise.resolve(uniteSolid(solids.get(style)!, library)),
    },
  };
}

/** Hole caps and print solids beside manifold-3d: whether solids are closed, and how long it takes. */
export const solidLibraryGroup = defineGroup<Context>({
  name: 'engine/libraries/solids',
  async open() {
    const library = (await openManifold()) as unknown as Library;
    library.setup();
    const ball = makeSphere(20_000);
    const hole = { ...ball, indices: ball.indices.slice(300) };
    const meshes = { closed: ball, hole, crossing: joinMoved(ball, ball, [1, 0, 0]) };
    return { library, meshes, torus: await toPlainGlb(makeTorus(5000)), solids: new Map() };
  },
  close: () => Promise.resolve(),
  trials: [...(Object.keys(MESHES) as MeshName[]).map(closeMesh), ...STYLES.map(checkStyle)],
});

function weldDocument(document: Document): Promise<TriangleMesh> {
  return weldPart(joinPrimitives(toFlatMeshes(document).flatMap(({ primitives }) => primitives)));
}

/** Merged where vertices coincide, and its pieces united; `closed` is 0 where the library refuses it. */
function uniteSolid({ positions, indices }: TriangleMesh, { Mesh, Manifold }: Library): Figures {
  const start = performance.now();
  try {
    const mesh = new Mesh({ numProp: 3, vertProperties: positions, triVerts: indices });
    mesh.merge();
    Manifold.union(new Manifold(mesh).decompose()).volume();
    return { ms: performance.now() - start, closed: 1 };
  } catch {
    return { ms: performance.now() - start, closed: 0 };
  }
}
