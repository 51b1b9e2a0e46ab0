import { copyFile, link, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import open from 'open';
import { describeFailure } from '../../../src-shared/delivery/describe-delivery.ts';
import type { Receipt } from '../../../src-shared/delivery/receipt.ts';
import { DELIVERABLE_EXTENSIONS, FORMATS, FORMAT_ROWS } from '../../../src-shared/formats/formats.ts';
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
import { findTargets, sendToBridge, type BridgeTargets } from './send-to-bridge.ts';
import type { Target } from '../targets/target.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** Options of a delivery. */
export interface DeliverFileOptions {
  readonly exportFolder: string;
  /** Folder for copies or a .blend file. Default: the output folder, for Blender first a running Blender. */
  readonly out?: string;
  /** Executable of the program, if it is not found automatically. */
  readonly program?: string;
  /** Naming rule of a copy. */
  readonly rule?: string;
}

/** A file that was delivered. */
export interface DeliveredFile {
  /** Path of the copy or the .blend file; null if the file was opened in place or the delivery failed. */
  readonly path: string | null;
  readonly receipt: Receipt | null;
  readonly isWell: boolean;
  /** The result as a sentence. */
  readonly words: MessageOrText;
}

/**
 * Delivers one model file to a target: imports it into a running program or a .blend file, puts it into the output folder
 * for a bridge that starts later, opens it in a slicer or another program, or copies it. Never overwrites a file. Throws
 * `file_missing`, `file_unreadable`, `config_invalid` for an unsupported format, `program_missing`, `bridge_failed`,
 * `folder_unwritable`.
 */
export async function deliverFile(
  target: Target,
  file: string,
  options: DeliverFileOptions,
  computer: Computer = thisComputer,
): Promise<DeliveredFile> {
  const sha256 = await checkFile(target, file);
  if (target.name === 'folder') return copy(file, sha256, options);
  if (target.name === 'open-with') return openIn(options.program ?? null, file);
  if (target.takes !== null) return openIn(options.program ?? (await getProgram(target, computer)), file);
  const { exportFolder, out } = options;
  const targets = out === undefined ? await findTargets(exportFolder, target.name) : { live: null, known: [] };
  if (target.name === 'blender' && targets.live === null) return toBlend(target, file, options, computer);
  return send(target, file, sha256, options, targets);
}

/** Checks the format and returns the SHA-256 of the file. */
async function checkFile(target: Target, file: string): Promise<string> {
  const format = path.extname(file).slice(1).toLowerCase();
  const takes = target.takes ?? (await readBridge(target.name)).formats;
  const formats: readonly string[] = takes.includes('*') ? DELIVERABLE_EXTENSIONS : takes;
  if (!formats.includes(format)) {
    const list = formats.map((each) => each.toUpperCase()).join(', ');
    const detail = message('target.formats', { program: target.title, formats: list });
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
  const words = isAlone(file) ? message('delivered.copied') : message('delivered.copied-alone');
  return { path: placed, receipt: null, isWell: true, words };
}

async function openIn(program: string | null, file: string): Promise<DeliveredFile> {
  const absolute = path.resolve(file);
  if (program === null) await open(absolute);
  else await startProgram(program, [absolute]);
  const words =
    program === null
      ? message('delivered.opened')
      : message('delivered.opened-in', { program: path.basename(program) });
  return { path: null, receipt: null, isWell: true, words };
}

async function send(
  { title }: Target,
  file: string,
  sha256: string,
  { exportFolder }: DeliverFileOptions,
  targets: BridgeTargets,
): Promise<DeliveredFile> {
  const { live } = targets;
  const sent = await sendToBridge(exportFolder, file, sha256, targets);
  if (live === null) return { ...sent, isWell: true, words: message('delivered.waits', { program: title }) };
  if (!sent.receipt) return { ...sent, isWell: true, words: message('delivered.no-answer', { target: live }) };
  const isWell = sent.receipt.status === 'imported';
  const imported = message('delivered.imported', { target: live });
  return { ...sent, isWell, words: isWell ? imported : (describeFailure(sent.receipt) ?? imported) };
}

/** Creates a .blend file under an unused name. */
async function toBlend(
  target: Target,
  file: string,
  options: DeliverFileOptions,
  computer: Computer,
): Promise<DeliveredFile> {
  const program = options.program ?? (await getProgram(target, computer));
  const scratch = await mkdtemp(path.join(tmpdir(), 'dropforge-blend-'));
  try {
    const name = path.basename(file);
    const folder = isAlone(file) ? scratch : path.dirname(path.resolve(file));
    // Bridges ignore files with hidden or temporary names.
    const asset = folder === scratch ? toSafeBaseName(name) + path.extname(name) : name;
    // In a folder of its own the file is found at once, even if its original folder holds many files.
    if (folder === scratch)
      await link(file, path.join(scratch, asset)).catch(() => copyFile(file, path.join(scratch, asset)));
    const made = path.join(scratch, 'made.blend');
    const receipt = await makeBlend(program, { folder, asset, out: made });
    if (receipt.error) return { path: null, receipt, isWell: false, words: describeFailure(receipt) ?? '' };
    const { sha256 } = await hashFile(made);
    const into = path.resolve(options.out ?? options.exportFolder);
    const baseName = toSafeBaseName(name);
    const placed = await exportFile(into, { path: made, sha256, baseName, extension: 'blend' });
    return {
      path: placed,
      receipt,
      isWell: true,
      words: message('delivered.blend', { version: receipt.programVersion }),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function getProgram(target: Target, computer: Computer): Promise<string> {
  const [newest] = await target.find(computer);
  if (newest) return newest.program;
  throw new AppError('program_missing', '', { subject: target.title });
}

/** False for formats that refer to files beside the model, so that the model must be read in its own folder. */
function isAlone(file: string): boolean {
  const format = FORMATS.find((one) => FORMAT_ROWS[one].extension === path.extname(file).slice(1).toLowerCase());
  return !format || !FORMAT_ROWS[format].zipped;
}
