import { stat } from 'node:fs/promises';
import path from 'node:path';
import { formatMessage } from '../../../src-shared/api/messages/format-message.ts';
import { catalogueOf } from '../../../src-shared/messages/catalogue-of.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';
import { pickLanguage } from '../../../src-shared/settings/pick-language.ts';
import type { Settings } from '../../../src-shared/settings/settings.ts';
import type { Desktop } from '../../app-deps.ts';
import { hasDisplay } from '../../base/has-display.ts';
import { CODE_MINUTES } from '../../ipc/page-access/code-prompt.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';

/**
 * Desktop features for a browser tab: it can show a folder in the file manager where there is a display, and a code in
 * the terminal.
 */
export function createBrowserDesktop(): Desktop {
  return {
    revealPath: hasDisplay() ? (target) => void reveal(target) : null,
    chooseFolder: null,
    chooseFile: null,
    confirm: null,
    showCode: printCode,
    startDrag: null,
  };
}

/** Prints to stderr, because stdout may be read by a program. */
function printCode(code: string, question: MessageOrText, language: Settings['language']): void {
  const system = Intl.DateTimeFormat().resolvedOptions().locale;
  const catalogue = catalogueOf(pickLanguage(language, system));
  const lines = [
    message('confirmation.title'),
    question,
    message('confirmation.code', { code, minutes: CODE_MINUTES }),
  ].map((line) => maskControlCharacters(formatMessage(catalogue, line)));
  process.stderr.write(`\n${lines.join('\n')}\n\n`);
}

/** Opens the folder, never the file, which could start the program registered for it. */
async function reveal(target: string): Promise<void> {
  const facts = await stat(target).catch(() => null);
  const folder = facts?.isDirectory() ? target : path.dirname(target);
  const { default: open } = await import('open');
  const child = await open(folder).catch(() => null);
  child?.on('error', () => undefined);
}
