import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { MAX_OUTPUT_FILES, type OutputKey } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { exportFile } from '../../folders/export-file.ts';
import { toSafeBaseName } from '../../folders/file-name.ts';
import { assertHasResult } from '../../pipeline/steps/assert-has-result.ts';
import { fetchOutput } from '../../pipeline/steps/fetch-output.ts';
import type { FileReader } from '../../readers/file-reader.ts';
import { openFileReader } from '../../readers/open-file-reader.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';

/** Extensions that a URL may suggest where the content does not identify a format; others are ignored. */
const KNOWN = /\.(obj|gltf|ply|splat|spz|stl|fbx|usda?|usdc|json|mp4|mov|webm|bmp|tiff?|exr|hdr)$/i;

/** First bytes of files that are not models. */
const SIGNATURES: readonly (readonly [pattern: RegExp, extension: string])[] = [
  [/^\x89PNG/, 'png'],
  [/^\xff\xd8\xff/, 'jpg'],
  [/^RIFF[^]{4}WEBP/, 'webp'],
  [/^GIF8/, 'gif'],
  [/^[^]{4}ftyp/, 'mp4'],
  [/^ply[\r\n]/, 'ply'],
];

/**
 * Downloads every URL of a successful task's output into a folder, prints the paths and returns their number. Names come from
 * operation, task and key, never from the URL; no file is overwritten. Incomplete downloads are in `home`. Throws
 * `result_missing` at the end if the task lists none of the results among `outputs`.
 */
export async function fetchOutputs(
  task: TaskResponse,
  outputs: readonly OutputKey[],
  { folder, home }: { readonly folder: string; readonly home: string },
  tools: { readonly client: ServiceClient; readonly signal: AbortSignal },
): Promise<number> {
  const keys = Object.keys(task.output).filter((key) => key.endsWith('_url') && typeof task.output[key] === 'string');
  const calls = path.join(home, 'calls');
  await mkdir(calls, { recursive: true });
  // Another process may download the same task.
  const work = await mkdtemp(path.join(calls, `${task.task_id}-`));
  const reader = openFileReader(home);
  const fetched = keys.slice(0, MAX_OUTPUT_FILES);
  try {
    for (const [index, key] of fetched.entries()) {
      const filePath = path.join(work, `${index}`);
      const { sha256 } = await fetchOutput(task, key, filePath, tools, () => undefined);
      const extension = await detectExtension(filePath, task.output[key] as string, reader);
      const part = key === 'model_url' ? '' : `-${key.slice(0, -'_url'.length)}`;
      const baseName = toSafeBaseName(`${task.type}-${task.task_id.slice(0, 8)}${part}`);
      process.stdout.write(`${await exportFile(folder, { path: filePath, sha256, baseName, extension })}\n`);
    }
    if (keys.length > MAX_OUTPUT_FILES) {
      const left = `The task lists ${keys.length} files. The first ${MAX_OUTPUT_FILES} were downloaded.`;
      process.stderr.write(`${left}\n`);
    }
  } finally {
    await reader.close();
    await rm(work, { recursive: true, force: true });
  }
  assertHasResult(task, outputs, tools.client.profile.free);
  return fetched.length;
}

async function detectExtension(filePath: string, url: string, reader: FileReader): Promise<string> {
  const head = await readHead(filePath);
  const known = SIGNATURES.find(([pattern]) => pattern.test(head));
  if (known) return known[1];
  try {
    return await reader.read('sniff-model', { path: filePath });
  } catch (error) {
    if (!(error instanceof AppError) || head.startsWith('glTF')) throw error;
    return KNOWN.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? 'bin';
  }
}

async function readHead(filePath: string): Promise<string> {
  const file = await open(filePath, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
