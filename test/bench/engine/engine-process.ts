import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { parseOrder, type EngineOrder } from './run-engine.ts';

// Process entry: work of the engine from file to file, as an engine of the local service does it, so that the time of a whole
// process and its memory can be set beside those of other programs. What it does not need it does not load.

sharp.concurrency(1);
sharp.cache(false);

const order = parseOrder(process.argv[2] ?? '');
await writeFile(order.target, await work(order));
console.log(JSON.stringify({ peakMb: process.resourceUsage().maxRSS / 1024 }));

async function work({ sources, task }: EngineOrder): Promise<Uint8Array> {
  const files = await Promise.all(sources.map((source) => readFile(source)));
  if ('convertTo' in task) {
    const { convertModel } = await import('../../../src-main/engine/change/convert/convert-model.ts');
    const { defaultConvertOptions } = await import('../../../src-main/engine/change/convert/convert-options.ts');
    return (await convertModel(files[0]!, defaultConvertOptions(task.convertTo), () => undefined)).bytes;
  }
  const { ENGINE_JOBS } = await import('../../../src-main/local-service/operations/engine-jobs.ts');
  const made = await ENGINE_JOBS[task.operation]({ sources: files, values: task.values }, () => undefined);
  if (!made.files[0]) throw new Error(`${task.operation} made no file.`);
  return made.files[0].bytes;
}
