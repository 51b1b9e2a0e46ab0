import { toCanonicalJson } from '../../../src-shared/base/canonical-json.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { joinMessages, message, type Message } from '../../../src-shared/messages/message.ts';
import type { Settings } from '../../../src-shared/settings/settings.ts';
import type { Desktop } from '../../app-deps.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { CodePrompt } from './code-prompt.ts';
import { listRiskyChanges } from './list-risky-changes.ts';

/**
 * Asks the person outside the page before the page makes a risky change, so that a compromised page cannot make it alone.
 * All functions throw `not_confirmed`, then nothing may be changed.
 */
export interface ChangeConfirmation {
  /** Returns if the settings may be changed like this. `change` is called again after each answer. */
  confirmSettings(change: (now: Settings) => Partial<Settings>): Promise<void>;
  /** Returns if this many jobs may exceed their daily limits. */
  confirmBeyondLimit(jobs: number): Promise<void>;
  /** Returns if the page may use a folder and the folders inside it. */
  confirmFolder(folder: string): Promise<void>;
  /** Returns if the page may use a file whose path it gave. */
  confirmFile(file: string): Promise<void>;
}

interface Deps {
  readonly settings: Pick<AppSettings, 'get'>;
  readonly desktop: Pick<Desktop, 'confirm' | 'showCode'>;
  readonly codes: Pick<CodePrompt, 'ask'>;
}

/** Asks with a dialog of the system, or with a code where there is only a terminal. */
export function createChangeConfirmation({ settings, desktop, codes }: Deps): ChangeConfirmation {
  /** Services that were confirmed, so that a wrong API key does not need another confirmation. */
  const confirmedServices = new Set<string>();

  const ask = async (question: Message | string): Promise<boolean> => {
    if (desktop.confirm) return desktop.confirm(question, settings.get().language);
    if (desktop.showCode) return codes.ask(question);
    throw new AppError('not_confirmed', message('confirmation.elsewhere'));
  };
  const confirm = async (listRisks: () => readonly Message[]): Promise<void> => {
    const confirmed = new Set<string>();
    for (;;) {
      // Other changes may happen while the person decides.
      const risks = listRisks().map((risk) => ({ risk, key: toCanonicalJson(risk) }));
      const open = risks.filter(({ key }) => !confirmed.has(key) && !confirmedServices.has(key));
      if (open.length === 0) return;
      if (!(await ask(joinMessages(open.map(({ risk }) => risk))))) throw new AppError('not_confirmed', '');
      for (const { risk, key } of open) (risk.id === 'confirmation.service' ? confirmedServices : confirmed).add(key);
    }
  };

  return {
    confirmSettings: (change) =>
      confirm(() => {
        const now = settings.get();
        return listRiskyChanges(now, { ...now, ...change(now) });
      }),
    confirmBeyondLimit: (count) => confirm(() => (count > 0 ? [message('confirmation.beyond-limit', { count })] : [])),
    confirmFile: (file) => confirm(() => [message('confirmation.file', { file })]),
    confirmFolder: (folder) => confirm(() => [message('confirmation.folder', { folder })]),
  };
}
