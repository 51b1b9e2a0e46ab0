import path from 'node:path';
import { receipt, type Receipt } from '../../../src-shared/delivery/receipt.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { BRIDGES_FOLDER } from '../bridges/bridge-package.ts';
import { runProgram } from './run-program.ts';
import { message } from '../../../src-shared/messages/message.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** Input and output of a .blend file. */
export interface MakeBlendOptions {
  /** Folder that contains the asset, laid out like an output folder. */
  readonly folder: string;
  /** Asset id, or a file path relative to that folder. */
  readonly asset: string;
  /** Path of the .blend file; overwritten if it exists. */
  readonly out: string;
}

/** Allows for a large model in a slow Blender. */
const TIMEOUT_MS = 300_000;

/**
 * Creates a .blend file from one asset with Blender in the background, with all textures packed. Returns the receipt,
 * also for a failed import. Throws `bridge_failed` if Blender writes no receipt.
 */
export async function makeBlend(program: string, order: MakeBlendOptions, timeoutMs = TIMEOUT_MS): Promise<Receipt> {
  const script = path.join(BRIDGES_FOLDER, 'blender/make_blend.py');
  const { folder, asset, out } = order;
  // Joined, because a name may begin with a dash.
  const given = [`--folder=${folder}`, `--asset=${asset}`, `--out=${out}`];
  const args = ['-b', '--factory-startup', '--python', script, '--', ...given];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const result = await runProgram(program, args, { timeoutMs, env });
  const line = result.out.split(/\r?\n/).find((each) => each.startsWith('RECEIPT '));
  const found = receipt.safeParse(parse(line?.slice('RECEIPT '.length)));
  if (found.success) return found.data;
  const last = result.errors.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  const detail = result.isTimedOut
    ? message('blend.timeout', { seconds: timeoutMs / 1000 })
    : message('blend.no-result', { reason: last });
  throw new AppError('bridge_failed', detail, { subject: 'Blender' });
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? null : parseBoundedJson(text);
  } catch {
    return null;
  }
}
