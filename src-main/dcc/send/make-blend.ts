import path from 'node:path';
import { receipt, type Receipt } from '../../../src-shared/delivery/receipt.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { BRIDGES_FOLDER } from '../bridges/bridge-package.ts';
import { runProgram } from './run-program.ts';

/** A .blend to be made. */
export interface MakeBlendOptions {
  /** Folder that holds the asset, as an export folder does. */
  readonly folder: string;
  /** Id of the asset, or a file relative to that folder. */
  readonly asset: string;
  /** The .blend; replaced when it is there. */
  readonly out: string;
}

/** A big model in a slow Blender; whoever waits longer opens it by hand. */
const TIMEOUT_MS = 300_000;

/**
 * Makes a .blend of one asset with a Blender in the background, everything packed inside; answers its receipt, which
 * also tells of a failed import. Throws `bridge_failed` when there is no receipt.
 */
export async function makeBlend(program: string, order: MakeBlendOptions, timeoutMs = TIMEOUT_MS): Promise<Receipt> {
  const script = path.join(BRIDGES_FOLDER, 'blender/make_blend.py');
  const { folder, asset, out } = order;
  const given = ['--folder', folder, '--asset', asset, '--out', out];
  const args = ['-b', '--factory-startup', '--python', script, '--', ...given];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const said = await runProgram(program, args, { timeoutMs, env });
  const line = said.out.split(/\r?\n/).find((each) => each.startsWith('RECEIPT '));
  const found = receipt.safeParse(parse(line?.slice('RECEIPT '.length)));
  if (found.success) return found.data;
  const last = said.errors.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  const reason = said.isTimedOut ? `did not answer for ${timeoutMs / 1000} s` : `ended without an answer. ${last}`;
  throw new AppError('bridge_failed', `Blender ${reason}`.trim(), { subject: 'Blender' });
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
