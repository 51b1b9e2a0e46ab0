import { measureSurface, type SurfaceFinding, type SurfacePart } from './measure-surface.ts';
import { listBitmaps, packModel } from './pack-model.ts';
import type { PackedModel } from './packed-model.ts';
import { readModel, type WorkerFormat } from './read-model.ts';
import type { SideFiles } from './side-files.ts';
import { listSurfaceParts } from './surface-parts.ts';

/** A surface to measure, of a model that was read elsewhere. */
export interface MeasureOrder {
  readonly parts: readonly SurfacePart[];
}

/** What the worker is to read; it reads one model and is ended then. */
export interface ReadOrder {
  readonly format: WorkerFormat;
  readonly bytes: ArrayBuffer;
  readonly sides: SideFiles;
  /** Whether the surface is to be measured. */
  readonly measures: boolean;
}

/** What the worker answers: the model or why there is none; after a model, what its surface is like. */
export type ReadReply =
  { readonly model: PackedModel } | { readonly error: string } | { readonly surface: SurfaceFinding };

// Three's FBX reader asks a window for its size where a file holds an orthographic camera.
Object.assign(self, { window: self });

self.onmessage = async ({ data }: MessageEvent<ReadOrder | MeasureOrder>) => {
  try {
    if ('parts' in data) {
      reply({ surface: measureSurface(data.parts) });
      return;
    }
    const { format, bytes, sides, measures } = data;
    const parsed = await readModel(format, bytes, sides);
    const model = packModel(parsed);
    // Copies of the geometry go out, so that its surface can be measured while the page shows it.
    reply({ model }, listBitmaps(model));
    if (!measures) return;
    const parts = listSurfaceParts(parsed.object);
    reply({ surface: parts ? measureSurface(parts) : 'too_large' });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
};

function reply(message: ReadReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
