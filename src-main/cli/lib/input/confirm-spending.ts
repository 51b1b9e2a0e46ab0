import { createInterface } from 'node:readline/promises';
import { parseCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../../../src-shared/base/errors.ts';
import type { SpendingPlan } from '../../../../src-shared/ipc/views/money-view.ts';
import { assertTotalConfirmed } from '../../../queue/spending/assert-agreed.ts';
import { formatSpendingPlan } from '../output/plan-text.ts';

/** What the command line said about money before the plan was known. */
export interface SpendingConsent {
  readonly yes: boolean;
  /** `--max-credits`. */
  readonly most: string | undefined;
}

/**
 * Returns when a plan may be carried out: nothing in it needs a yes, the command line gave one, or the person at the
 * terminal does. Throws `needs_yes` otherwise, and when it costs more than `--max-credits`.
 */
export async function confirmSpending(plan: SpendingPlan, { yes, most }: SpendingConsent): Promise<void> {
  if (most !== undefined) {
    const limit = parseCredits(most);
    if (limit === null || limit < 0) throw misuse(`“${most}” is no amount of credits such as 50 or 12.50.`);
    if (plan.unknown > 0 && !yes) throw refuseUnknown(plan);
    return assertTotalConfirmed({ ...plan, needsYes: !plan.free }, limit);
  }
  if (yes || !plan.needsYes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return assertTotalConfirmed(plan, null);
  process.stderr.write(formatSpendingPlan(plan));
  if (!/^y(es)?$/i.test((await ask('Make it for that much? [y/N] ')).trim())) assertTotalConfirmed(plan, null);
}

/** What the person answers at the terminal; nothing after Ctrl-C or Ctrl-D. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const left = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([terminal.question(question), left]);
  } finally {
    terminal.close();
  }
}

function refuseUnknown({ total, unknown }: SpendingPlan): AppError {
  const steps = unknown === 1 ? 'one step has' : `${unknown} steps have`;
  const detail = `This costs ${total} credits at least; ${steps} no known price, so that --max-credits cannot hold.`;
  return new AppError('needs_yes', detail);
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: '--max-credits' });
}
