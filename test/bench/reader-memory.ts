import type { Document } from '@gltf-transform/core';
import { unzipSync, zipSync } from 'fflate';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startNodeReader } from '../../src-main/readers/node-reader-process.ts';
import { readAnyModel } from '../../src-main/engine/files/model/read-any-model.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { writeUsdc } from '../engine/files/import/usdc-writer.ts';
import { WRITERS } from '../engine/files/import/written.ts';
import type { Figure } from './unconverted.ts';

const TRIANGLES = [500_000, 1_000_000, 2_000_000] as const;
const MAX_MB = 450;
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

/** The most memory a reader process holds while it reads a sphere of each size in each format. */
export async function benchReaderMemory(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  const figures: Figure[] = [];
  try {
    for (const triangles of TRIANGLES) {
      const glb = await makeTexturedSphere(triangles, 64);
      for (const [name, write] of Object.entries(FILES)) {
        const file = path.join(folder, name);
        const { document } = await readAnyModel(glb);
        writeFileSync(file, await write(document));
        // The app refuses larger files before it reads them.
        if (statSync(file).size > LIMITS.uploadBytesSent) continue;
        figures.push(await measure(file, `${triangles / 1e6} million triangles, ${name}`));
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
}

async function measure(file: string, what: string): Promise<Figure> {
  const { peakMb, seconds, error } = await readInProcess(file);
  const size = (statSync(file).size / 1e6).toFixed(0);
  return {
    what: `${what} (${size} MB), most memory`,
    value: error ?? `${peakMb.toFixed(0)} MiB in ${seconds.toFixed(1)} s`,
    goal: `≤ ${MAX_MB} MiB`,
    peer: 'nothing',
    met: error === null && peakMb <= MAX_MB,
  };
}

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
