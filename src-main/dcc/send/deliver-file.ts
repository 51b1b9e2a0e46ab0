import { copyFile, link, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import open from 'open';
import { describeFailure } from '../../../src-shared/delivery/describe-delivery.ts';
import type { Receipt } from '../../../src-shared/delivery/receipt.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { exportFile } from '../../folders/export-file.ts';
import { toSafeBaseName } from '../../folders/file-name.ts';
import { hashFile } from '../../base/files/hash-file.ts';
import { readBridge } from '../bridges/bridge-package.ts';
import { thisComputer, type Computer } from '../detect/computer.ts';
import { copyToFolder } from './copy-to-folder.ts';
import { makeBlend } from './make-blend.ts';
import { startProgram } from './run-program.ts';
import { findLiveTarget, sendToBridge } from './send-to-bridge.ts';
import type { Target } from '../targets/target.ts';

/** What a person asks for with a file. */
export interface DeliverFileOptions {
  readonly exportFolder: string;
  /** Folder for copies, or for a .blend; left out: the export folder, and for Blender first a running one. */
  readonly out?: string;
  /** The program itself, for one that is not found by itself. */
  readonly program?: string;
  /** Where a copy goes below its folder. */
  readonly rule?: string;
}

/** A file that was delivered. */
export interface DeliveredFile {
  /** Where it, or what was made of it, is now; null: it was opened where it was, or nothing came of it. */
  readonly path: string | null;
  readonly receipt: Receipt | null;
  readonly isWell: boolean;
  /** What happened, in a sentence. */
  readonly words: string;
}

/** Endings of models. Nothing else is given to another program, whatever that would do with it. */
const MODELS = ['glb', 'gltf', 'fbx', 'obj', 'stl', 'usdz', 'usd', 'usdc', 'usda', 'ply', '3mf'];

/** Formats with files beside the model, which have to be read where they are. */
const WITH_SIDES = ['gltf', 'obj'];

/**
 * Delivers one model file to a target: into a running program or a .blend, into the export folder for a bridge that is
 * not there yet, opened in a slicer or a program of choice, or copied. Nothing is ever replaced. Throws `file_missing`,
 * `file_unreadable`, `config_invalid` for a format it does not take, `program_missing`, `bridge_failed`,
 * `folder_unwritable`.
 */
export async function deliverFile(
  target: Target,
  file: string,
  order: DeliverFileOptions,
  computer: Computer = thisComputer,
): Promise<DeliveredFile> {
  const sha256 = await checkFile(target, file);
  if (target.name === 'folder') return copy(file, sha256, order);
  if (target.name === 'open-with') return openIn(order.program ?? null, file);
  if (target.takes !== null) return openIn(order.program ?? (await getProgram(target, computer)), file);
  const live = order.out === undefined ? await findLiveTarget(order.exportFolder, target.name) : null;
  if (target.name === 'blender' && live === null) return toBlend(target, file, order, computer);
  return send(target, file, sha256, order, live);
}

/** Refuses what the target does not take or nobody can read; answers the SHA-256. */
async function checkFile(target: Target, file: string): Promise<string> {
  const format = path.extname(file).slice(1).toLowerCase();
  const takes = target.takes ?? (await readBridge(target.name)).formats;
  const formats = takes.includes('*') ? MODELS : takes;
  if (!formats.includes(format)) {
    const list = formats.map((each) => each.toUpperCase()).join(', ');
    const detail = `${target.title} accepts ${list}. Create one of these with “dropforge make FILE --format”.`;
    throw new AppError('config_invalid', detail, { subject: path.basename(file) });
  }
  const { sha256 } = await hashFile(file).catch((error: unknown) => {
    throw toSourceError(error, path.basename(file));
  });
  return sha256;
}

async function copy(
  file: string,
  sha256: string,
  { out, exportFolder, rule }: DeliverFileOptions,
): Promise<DeliveredFile> {
  const placed = await copyToFolder(out ?? exportFolder, file, sha256, rule);
  const words = isAlone(file) ? 'It is copied.' : 'It is copied; files beside it were not.';
  return { path: placed, receipt: null, isWell: true, words };
}

async function openIn(program: string | null, file: string): Promise<DeliveredFile> {
  const absolute = path.resolve(file);
  if (program === null) await open(absolute);
  else await startProgram(program, [absolute]);
  const words =
    program === null
      ? 'It is opened with what your system opens it with.'
      : `It is opened in ${path.basename(program)}.`;
  return { path: null, receipt: null, isWell: true, words };
}

async function send(
  { title }: Target,
  file: string,
  sha256: string,
  { exportFolder }: DeliverFileOptions,
  live: string | null,
): Promise<DeliveredFile> {
  const sent = await sendToBridge(exportFolder, file, sha256, live);
  if (live === null) return { ...sent, isWell: true, words: `It waits in the export folder until ${title} runs.` };
  if (!sent.receipt) return { ...sent, isWell: true, words: `It is in the export folder; ${live} did not answer yet.` };
  const isWell = sent.receipt.status === 'imported';
  return { ...sent, isWell, words: isWell ? `${live} imported it.` : describeFailure(sent.receipt) };
}

/** A .blend of one file, under a name that nothing has. */
async function toBlend(
  target: Target,
  file: string,
  order: DeliverFileOptions,
  computer: Computer,
): Promise<DeliveredFile> {
  const program = order.program ?? (await getProgram(target, computer));
  const scratch = await mkdtemp(path.join(tmpdir(), 'dropforge-blend-'));
  try {
    const name = path.basename(file);
    const folder = isAlone(file) ? scratch : path.dirname(path.resolve(file));
    // Alone in a folder, the file is found at once, however full its own folder is.
    if (folder === scratch)
      await link(file, path.join(scratch, name)).catch(() => copyFile(file, path.join(scratch, name)));
    const made = path.join(scratch, 'made.blend');
    const receipt = await makeBlend(program, { folder, asset: name, out: made });
    if (receipt.error) return { path: null, receipt, isWell: false, words: describeFailure(receipt) };
    const { sha256 } = await hashFile(made);
    const into = path.resolve(order.out ?? order.exportFolder);
    const baseName = toSafeBaseName(name);
    const placed = await exportFile(into, { path: made, sha256, baseName, extension: 'blend' });
    return { path: placed, receipt, isWell: true, words: `Blender ${receipt.programVersion} made a .blend of it.` };
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function getProgram(target: Target, computer: Computer): Promise<string> {
  const [newest] = await target.find(computer);
  if (newest) return newest.program;
  throw new AppError('program_missing', '', { subject: target.title });
}

function isAlone(file: string): boolean {
  return !WITH_SIDES.includes(path.extname(file).slice(1).toLowerCase());
}
