import {
  measureSurface,
  MAX_MEASURED_TRIANGLES,
  type SurfaceFinding,
  type SurfacePart,
} from '../measure/measure-surface.ts';
import { checkShowable } from './check-showable.ts';
import { ModelLoadError, type LoadFailure } from './load-failure.ts';
import { listTransfers, measureFacts, packModel } from './pack-model.ts';
import type { PackedModel } from './packed-model.ts';
import { readModel, type WorkerFormat } from './read-model.ts';
import type { SideFiles } from './side-files.ts';
import { copySurfaceGeometry, listSurfaceParts } from '../measure/surface-parts.ts';
import { simplifyModel } from '../measure/simplify-model.ts';

/** The surface of a model that was read elsewhere, to measure. */
export interface MeasureRequest {
  readonly parts: readonly SurfacePart[];
}

/** A model to read; the worker reads one model and is then terminated. */
export interface ReadRequest {
  readonly format: WorkerFormat;
  readonly bytes: ArrayBuffer;
  readonly sides: SideFiles;
  /** True to measure the surface. */
  readonly measures: boolean;
}

/** Sent once the page displays the model, so that the processor is free to measure its surface. */
export interface ModelShownMessage {
  readonly go: true;
}

/** Sent before a model is requested, which is likely to be glTF. */
export interface PrepareRequest {
  readonly prepare: true;
}

/** Replies of the worker: the model or the reason for failure; after a model, its surface measurement. */
export type ReadReply =
  | { readonly model: PackedModel }
  | { readonly failure: LoadFailure; readonly detail: string }
  | { readonly surface: SurfaceFinding };

// Three's FBX reader reads the window size for files with an orthographic camera.
Object.assign(self, { window: self });

/** Measures the surface of the loaded model. */
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
    checkShowable(parsed.object);
    const facts = measureFacts(parsed);
    const keeps = measures && facts.statistics.triangles <= MAX_MEASURED_TRIANGLES;
    const model = packModel(parsed, facts, await simplifyModel(parsed.object));
    // Copies the measured geometry, so that the model can be transferred to the page without a copy there.
    if (keeps) copySurfaceGeometry(parsed.object);
    reply({ model }, listTransfers(model));
    measureRead = () => {
      const parts = keeps ? listSurfaceParts(parsed.object) : null;
      return parts ? measureSurface(parts) : 'too_large';
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    reply({ failure: error instanceof ModelLoadError ? error.failure : 'damaged', detail });
  }
};

function reply(message: ReadReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
