import type { Document } from '@gltf-transform/core';
import { unzipSync, zipSync } from 'fflate';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startNodeReader } from '../../src-main/readers/node-reader-process.ts';
import { readAnyModel } from '../../src-main/engine/files/model/read-any-model.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { writeUsdc } from '../engine/files/import/usdc-writer.ts';
import { WRITERS } from '../engine/files/import/written.ts';
import { createBenchFolder } from './bench-folder.ts';
import { timed } from './harness/clock.ts';
import { MissingProgram } from './harness/missing-program.ts';
import { defineGroup, type Trial } from './harness/row.ts';

const TRIANGLES = 1_000_000;
/** The most that is read, in the format of the app’s own models. */
const MOST_TRIANGLES = 2_000_000;
const QUICK_TRIANGLES = 50_000;
const MAX_MIB = 450;
const MAX_SECONDS = 30;
const POLL_MS = 5;
const HEAP_MB = 4_096;

/** The formats a user drops, and a file of each. */
const FILES: Readonly<Record<string, (document: Document) => Promise<Uint8Array>>> = {
  'model.glb': WRITERS.glb,
  'obj.zip': WRITERS.obj,
  'model.obj': async (document) => findFile(await WRITERS.obj(document), '.obj'),
  'model.stl': WRITERS.stl,
  'text-stl.zip': async (document) => zipSync({ 'model.stl': toTextStl(await WRITERS.stl(document)) }, { level: 1 }),
  'model.3mf': WRITERS['3mf'],
  'model.usdz': WRITERS.usdz,
  'model.usdc': async (document) => toCrate(document),
  'model.fbx': WRITERS['fbx for blender'],
};

/** Rows of a size and a format; the peer is the memory of the file itself, once read. */
function readTrial(name: string, most: number = TRIANGLES): Trial<Context> {
  const describe = (triangles: number): string => `${triangles.toLocaleString('en')} triangles, ${name}`;
  const quickTriangles = describe(QUICK_TRIANGLES);
  return {
    rows: [
      {
        id: `readers/${most / 1e6}m-${name}`,
        what: `memory of a reader process that reads ${describe(most)}`,
        quickWhat: `memory of a reader process that reads ${quickTriangles}`,
        ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { limit: MAX_MIB } },
      },
      {
        id: `readers/${most / 1e6}m-${name}-time`,
        what: `reading ${describe(most)}`,
        quickWhat: `reading ${quickTriangles}`,
        ...{ figure: 's', unit: 's', better: 'lower', goal: { limit: MAX_SECONDS } },
      },
    ],
    state: 'cold',
    quickRuns: most === TRIANGLES ? 1 : 0,
    async ours(context) {
      const file = await context.write(most, name);
      if (statSync(file).size > LIMITS.uploadBytesSent) throw new MissingProgram('the app refuses so large a file');
      const { peakMb, seconds, error } = await readInProcess(file);
      if (error !== null) throw new Error(error);
      return { mib: peakMb, s: seconds };
    },
    peer: {
      name: 'the file itself in memory',
      measure: async (context) => {
        const file = await context.write(most, name);
        let bytes = 0;
        const ms = await timed(() => (bytes = readFileSync(file).byteLength));
        return { mib: bytes / 1024 ** 2, s: ms / 1000 };
      },
    },
  };
}

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  /** The file of a size in a format, written once; smaller in a quick run. */
  write(triangles: number, name: string): Promise<string>;
}

/** The most memory a reader process holds while it reads a sphere in each format. */
export const readersGroup = defineGroup<Context>({
  name: 'readers',
  open({ isQuick }) {
    const folder = createBenchFolder();
    const write: Context['write'] = async (wanted, name) => {
      const triangles = isQuick ? QUICK_TRIANGLES : wanted;
      const file = folder.at(`${triangles}`, name);
      if (existsSync(file)) return file;
      mkdirSync(folder.at(`${triangles}`), { recursive: true });
      const { document } = await readAnyModel(await makeTexturedSphere(triangles, 64));
      writeFileSync(file, await FILES[name]!(document));
      return file;
    };
    return Promise.resolve({ folder, write });
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: [...Object.keys(FILES).map((name) => readTrial(name)), readTrial('model.glb', MOST_TRIANGLES)],
});

/** Reads a file in a new reader process, with limits that it does not reach. */
function readInProcess(file: string): Promise<{ peakMb: number; seconds: number; error: string | null }> {
  return new Promise((resolve) => {
    let peak = 0;
    const start = performance.now();
    const end = (error: string | null): void => {
      clearInterval(timer);
      reader.kill();
      resolve({ peakMb: peak / 1024 ** 2, seconds: (performance.now() - start) / 1000, error });
    };
    const reader = startNodeReader(
      { heapMb: HEAP_MB, maxBytes: Number.MAX_SAFE_INTEGER },
      {
        onMessage: (said) => !('ready' in said) && end(said.ok ? null : JSON.stringify(said.error)),
        onExit: ({ reason, lastOutput }) => end(`${reason} ${lastOutput}`),
      },
    );
    const timer = setInterval(() => {
      void reader.residentBytes().then((bytes) => (peak = Math.max(peak, bytes ?? 0)));
    }, POLL_MS);
    const request = { kind: 'model', path: file, thumbnailPath: null, subject: path.basename(file) } as const;
    reader.send({ id: 1, name: 'inspect-source', request });
  });
}

function findFile(zip: Uint8Array, suffix: string): Uint8Array {
  const [file] = Object.entries(unzipSync(zip)).find(([name]) => name.endsWith(suffix)) ?? [];
  if (file === undefined) throw new Error(`The archive has no file ${suffix}.`);
  return unzipSync(zip)[file]!;
}

/** The first surface of a document as a USD crate. */
function toCrate(document: Document): Uint8Array {
  const primitive = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
  const valuesOf = (semantic: string): number[] => [...primitive.getAttribute(semantic)!.getArray()!];
  const corners = [...primitive.getIndices()!.getArray()!];
  const interpolation = 'vertex';
  return writeUsdc({ upAxis: { token: 'Y' } }, [
    { path: '/model', type: 'Xform', properties: {} },
    {
      path: '/model/mesh',
      type: 'Mesh',
      properties: {
        points: { type: 'point3f[]', value: { vec3s: valuesOf('POSITION') } },
        faceVertexCounts: { type: 'int[]', value: { ints: Array<number>(corners.length / 3).fill(3) } },
        faceVertexIndices: { type: 'int[]', value: { ints: corners } },
        normals: { type: 'normal3f[]', value: { vec3s: valuesOf('NORMAL') }, interpolation },
        'primvars:st': { type: 'texCoord2f[]', value: { vec2s: valuesOf('TEXCOORD_0') }, interpolation },
      },
    },
  ]);
}

/** A binary STL as text. */
function toTextStl(stl: Uint8Array): Uint8Array {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength);
  const parts = [Buffer.from('solid sphere\n')];
  for (let at = 84; at + 50 <= stl.byteLength; at += 50) {
    const vertex = (k: number): string =>
      [0, 4, 8].map((offset) => view.getFloat32(at + 12 + k * 12 + offset, true)).join(' ');
    parts.push(
      Buffer.from(
        `facet normal 0 0 1\nouter loop\nvertex ${vertex(0)}\nvertex ${vertex(1)}\nvertex ${vertex(2)}\nendloop\nendfacet\n`,
      ),
    );
  }
  parts.push(Buffer.from('endsolid sphere\n'));
  return Buffer.concat(parts);
}
