import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { ENGINE_JOBS } from '../../src-main/local-service/operations/engine-jobs.ts';

/** An image, and the folder for the model of it in three formats. */
export interface ThreeFormatsOrder {
  readonly image: string;
  readonly folder: string;
}

// Process entry: the engine alone, as an engine of the local service does it, from an image file to three files on disk. It
// does one order after the other and says when each is done.

sharp.concurrency(1);
sharp.cache(false);

process.on('message', ({ image, folder }: ThreeFormatsOrder) => {
  void work(image, folder).then(() => process.send?.('done'));
});
process.once('disconnect', () => process.exit(0));

async function work(image: string, folder: string): Promise<void> {
  const input = { sources: [await readFile(image)], values: { model: 'v3.1-20260211' } as const };
  const { files } = await ENGINE_JOBS.image_to_model(input, () => undefined);
  const name = path.parse(image).name;
  const glb = files[0]!.bytes;
  await writeFile(path.join(folder, `${name}.glb`), glb);
  for (const format of ['FBX', 'USDZ'] as const) {
    const made = await ENGINE_JOBS.convert_model({ sources: [glb], values: { format } }, () => undefined);
    await writeFile(path.join(folder, `${name}.${format.toLowerCase()}`), made.files[0]!.bytes);
  }
}
