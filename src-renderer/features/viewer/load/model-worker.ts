import {
  measureSurface,
  MAX_MEASURED_TRIANGLES,
  type SurfaceFinding,
  type SurfacePart,
} from '../measure/measure-surface.ts';
import { listTransfers, measureFacts, packModel } from './pack-model.ts';
import type { PackedModel } from './packed-model.ts';
import { readModel, type WorkerFormat } from './read-model.ts';
import type { SideFiles } from './side-files.ts';
import { copySurfaceGeometry, listSurfaceParts } from '../measure/surface-parts.ts';
import { simplifyModel } from '../measure/simplify-model.ts';

/** A surface to measure, of a model that was read elsewhere. */
export interface MeasureRequest {
  readonly parts: readonly SurfacePart[];
}

/** What the worker is to read; it reads one model and is ended then. */
export interface ReadRequest {
  readonly format: WorkerFormat;
  readonly bytes: ArrayBuffer;
  readonly sides: SideFiles;
  /** Whether the surface is to be measured. */
  readonly measures: boolean;
}

/** The page shows the model: the processor is free for its surface. */
export interface ModelShownMessage {
  readonly go: true;
}

/** A model will come soon, and is likely to be glTF. */
export interface PrepareRequest {
  readonly prepare: true;
}

/** What the worker answers: the model or why there is none; after a model, what its surface is like. */
export type ReadReply =
  { readonly model: PackedModel } | { readonly error: string } | { readonly surface: SurfaceFinding };

// Three's FBX reader asks a window for its size where a file holds an orthographic camera.
Object.assign(self, { window: self });

/** Measures the surface of the model that was read. */
let measureRead: () => SurfaceFinding = () => 'failed';

self.onmessage = async ({ data }: MessageEvent<ReadRequest | MeasureRequest | ModelShownMessage | PrepareRequest>) => {
  try {
    if ('parts' in data) {
      reply({ surface: measureSurface(data.parts) });
      return;
    }
    if ('prepare' in data) {
      await import('./read-gltf.ts');
      return;
    }
    if ('go' in data) {
      reply({ surface: measureRead() });
      return;
    }
    const { format, bytes, sides, measures } = data;
    const parsed = await readModel(format, bytes, sides);
    const facts = measureFacts(parsed);
    const keeps = measures && facts.statistics.triangles <= MAX_MEASURED_TRIANGLES;
    const model = packModel(parsed, facts, await simplifyModel(parsed.object));
    // What is to be measured while the page shows it is copied here: a model that is handed over costs the page no time.
    if (keeps) copySurfaceGeometry(parsed.object);
    reply({ model }, listTransfers(model));
    measureRead = () => {
      const parts = keeps ? listSurfaceParts(parsed.object) : null;
      return parts ? measureSurface(parts) : 'too_large';
    };
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
};

function reply(message: ReadReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
