import { parseArgs } from 'node:util';
import { describeError } from '../../../src-shared/messages/error-messages.ts';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { deliverFile, type DeliveredFile } from '../../dcc/send/deliver-file.ts';
import { getTarget } from '../../dcc/targets/target-table.ts';
import { printResult, maskControlCharacters } from '../lib/output/command-result.ts';
import { findExportFolder } from './targets.ts';

/** `dropforge export --target NAME FILE…`: gives model files to a program; 1 when one of them was not taken. */
export async function exportFiles(args: readonly string[]): Promise<number> {
  const { values, positionals: files } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      target: { type: 'string' },
      out: { type: 'string' },
      program: { type: 'string' },
      rule: { type: 'string' },
      'export-folder': { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  return printResult(values.json, async () => {
    const { target: name, out, program, rule } = values;
    if (name === undefined || files.length === 0) throw misuse('Give --target NAME and at least one FILE.');
    const target = getTarget(name);
    const order = {
      exportFolder: values['export-folder'] ?? findExportFolder(values.home),
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
      return `${isWell ? '✓' : '✗'} ${maskControlCharacters(source)}: ${maskControlCharacters(words)}${path === null ? '' : ` ${maskControlCharacters(path)}`}\n`;
    });
    return { data: { delivered }, text: text.join(''), status: delivered.every(({ isWell }) => isWell) ? 0 : 1 };
  });
}

/** One file that cannot be delivered keeps none of the others back. */
function toRefused(error: unknown): DeliveredFile {
  if (!(error instanceof AppError)) throw error;
  const { happened, next } = describeError(toErrorInfo(error));
  return { path: null, receipt: null, isWell: false, words: `${happened} ${next}` };
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'export' });
}
