import type { BufferGeometry, Object3D } from 'three';
import { countGeometries, createLevelGeometry, toLevelSource, type LevelGeometries } from './level-geometries.ts';
import type { GeometryLevel } from './level-simplifier.ts';
import type { LevelReply, LevelRequest } from './level-worker.ts';

/** Previews of one model with fewer triangles. */
export interface FacePreview {
  /** Requests a level after a delay; replaces any earlier request, null without a new one. */
  request(triangles: number | null): void;
  /** Ends the worker; no result follows. */
  close(): void;
}

/** A simplified model. */
interface PreviewLevel {
  readonly geometries: LevelGeometries;
  /** As drawn. */
  readonly triangles: number;
}

/** Delay after the last request: longer than the check of the form that it comes from. */
const DELAY_MS = 200;

/**
 * Starts a worker with a copy of a model's triangles. `onLevel` receives the result of the latest request, or null if
 * the model could not be simplified.
 */
export function createFacePreview(model: Object3D, onLevel: (level: PreviewLevel | null) => void): FacePreview {
  const copies = [...countGeometries(model)];
  const worker = new Worker(new URL('./level-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: LevelRequest) => {
    worker.postMessage(message);
  };
  send({ sources: copies.map(([geometry, count]) => toLevelSource(geometry, count)) });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Latest request; null: none. */
  let wanted: number | null = null;
  /** The request that the worker processes; it processes one at a time. */
  let sent: number | null = null;

  function sendWanted(): void {
    clearTimeout(timer);
    if (sent !== null || wanted === null) return;
    sent = wanted;
    send({ triangles: wanted });
  }

  worker.onerror = () => {
    onLevel(null);
  };
  worker.onmessage = ({ data }: MessageEvent<LevelReply>) => {
    const isOutdated = sent !== wanted;
    sent = null;
    if (isOutdated) sendWanted();
    else if ('error' in data) onLevel(null);
    else onLevel(toGeometries(copies, data.levels));
  };

  return {
    request(triangles) {
      wanted = triangles;
      clearTimeout(timer);
      if (triangles !== null) timer = setTimeout(sendWanted, DELAY_MS);
    },
    close() {
      clearTimeout(timer);
      worker.terminate();
    },
  };
}

function toGeometries(
  copies: readonly (readonly [geometry: BufferGeometry, count: number])[],
  levels: readonly GeometryLevel[],
): PreviewLevel {
  const pairs = copies.map(([geometry, count], at) => ({ geometry, count, level: levels[at]! }));
  return {
    geometries: new Map(pairs.map(({ geometry, level }) => [geometry, createLevelGeometry(geometry, level)])),
    triangles: pairs.reduce((sum, { count, level }) => sum + (level.index.length / 3) * count, 0),
  };
}
