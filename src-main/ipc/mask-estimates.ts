import { writeFile } from 'node:fs/promises';
import { maskSourceName } from '../../src-shared/api/generators/mask-source-name.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import type { IncomingFiles } from '../folders/incoming-files.ts';
import type { FileReader } from '../readers/file-reader.ts';
import { estimateMask } from '../service-client/generators/estimate-mask.ts';
import type { Services } from '../service-client/services/services.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { createCancelableCalls } from './cancelable-calls.ts';

/** An image whose mask is to be found. */
interface EstimateQuestion {
  readonly path: string;
  /** True if its transparency is a chosen mask. */
  readonly isMasked: boolean;
  /** Name of the image in errors. */
  readonly subject: string;
}

/** Masks from the user's network or generator, which the local service of this computer runs, whatever service is used. */
export interface MaskEstimates {
  /** Name of the network or generator; null: none is configured. */
  sourceName(): string | null;
  /**
   * A gray PNG in the size of the masks of an image; null: canceled, from the call on. Nothing is kept. Another
   * service that removes backgrounds may charge for it. Throws
   * AppError, or what `readQuestion` throws.
   */
  find(id: string, readQuestion: () => Promise<EstimateQuestion>): Promise<Uint8Array | null>;
  /** Cancels a request; unknown ids are ignored. */
  cancel(id: string): void;
}

interface Parts {
  readonly settings: Pick<AppSettings, 'get'>;
  readonly services: Pick<Services, 'client'>;
  readonly reader: Pick<FileReader, 'read'>;
  readonly incomingFiles: Pick<IncomingFiles, 'withFile'>;
}

/** Creates the requests of a page. */
export function createMaskEstimates({ settings, services, reader, incomingFiles }: Parts): MaskEstimates {
  const requests = createCancelableCalls();
  const sourceName = (): string | null => maskSourceName(settings.get().generation);

  async function estimate({ path, isMasked, subject }: EstimateQuestion, signal: AbortSignal): Promise<Uint8Array> {
    const name = sourceName();
    if (name === null) throw new AppError('not_found', '');
    const client = await services.client('local');
    return incomingFiles.withFile(
      (opaquePath) => reader.read('opaque-image', { path, isMasked, opaquePath, subject }),
      async (imagePath) => {
        signal.throwIfAborted();
        const png = await estimateMask(client, imagePath, name, signal);
        return incomingFiles.withFile(
          (file) => writeFile(file, png),
          async (file) => (await reader.read('fit-mask', { path: file, imagePath, subject: name })).mask,
        );
      },
    );
  }

  return {
    sourceName,
    find: (id, readQuestion) => requests.run(id, async (signal) => estimate(await readQuestion(), signal)),
    cancel: requests.cancel,
  };
}
