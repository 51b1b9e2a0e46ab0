import { describeError } from '../../../src-shared/messages/describe-error.ts';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { deliverFile, type DeliveredFile } from '../../dcc/send/deliver-file.ts';
import { getTarget } from '../../dcc/targets/target-table.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { findExportFolder } from '../lib/find-export-folder.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

/** Files to deliver, and to which program. */
export interface ExportInput {
  readonly files: readonly string[];
  readonly target: string;
  readonly out: string | undefined;
  readonly program: string | undefined;
  readonly rule: string | undefined;
  readonly exportFolder: string | undefined;
}

/** Delivers model files to a program; status 1 when one was not delivered. */
export async function exportFiles(
  { files, target: name, out, program, rule, exportFolder }: ExportInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  const target = getTarget(name);
  const order = {
    exportFolder: exportFolder ?? findExportFolder(home),
    ...(out === undefined ? {} : { out }),
    ...(program === undefined ? {} : { program }),
    ...(rule === undefined ? {} : { rule }),
  };
  const delivered: (DeliveredFile & { readonly source: string })[] = [];
  for (const source of files) {
    const one = await deliverFile(target, source, order).catch((error: unknown) => toRefused(error));
    delivered.push({ source, ...one });
  }
  const text = delivered.map(({ source, isWell, words, path }) => {
    return `${isWell ? '✓' : '✗'} ${maskControlCharacters(source)}: ${maskControlCharacters(toEnglish(words))}${path === null ? '' : ` ${maskControlCharacters(path)}`}\n`;
  });
  return { data: { delivered }, text: text.join(''), status: delivered.every(({ isWell }) => isWell) ? 0 : 1 };
}

/** A file that cannot be delivered does not stop the others. */
function toRefused(error: unknown): DeliveredFile {
  if (!(error instanceof AppError)) throw error;
  const { happened, next } = describeError(toErrorInfo(error));
  return { path: null, receipt: null, isWell: false, words: `${happened} ${next}` };
}
