import { formatCredits, parseCredits, toCredits } from '../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { buyTask } from '../../src-main/cli/lib/buy-task.ts';
import { confirmSpending } from '../../src-main/cli/lib/input/confirm-spending.ts';
import type { CommandParts } from '../simulation/sim-app.ts';
import type { Command } from './history.ts';
import type { SpendingWorld } from './spending-world.ts';

const WANTED = { operation: 'text_to_model', body: { prompt: 'a chair', model: 'v3.0-20250812' } } as const;
/** How long a call may take; a task may take many minutes. */
const CALL_MS = 60 * 60_000;

/** Closes the app and runs `dropforge call` on its home, as the command line does; then the app starts again. */
export async function callOperation(
  { kernel, app, settings, checks }: SpendingWorld,
  { consent, interruptAfterMs }: Extract<Command, { do: 'call' }>,
): Promise<string> {
  let result: string | null = null;
  await kernel.run(() => app.queue() !== null, 60_000);
  if (app.queue() === null) return 'the app does not start';
  const buy = async ({ store, client, system }: CommandParts): Promise<void> => {
    const interrupt = new AbortController();
    if (interruptAfterMs !== null) {
      const stop = (): void => interrupt.abort(new AppError('bug', 'Interrupted.'));
      kernel.after(interruptAfterMs, app.run(), stop);
    }
    const terms = {
      limits: () => settings.get().spending,
      confirm: async (plan: Parameters<typeof confirmSpending>[0]) => {
        const total = parseCredits(plan.total) ?? 0;
        const less = formatCredits(toCredits(Math.max(0, total - 1)));
        const maxCredits = consent === 'none' ? undefined : consent === 'total' ? plan.total : less;
        await confirmSpending(plan, { yes: false, maxCredits });
        checks.onCall(plan, maxCredits ?? null);
      },
    };
    const connect = async () => client;
    const wanted = { ...WANTED, prepare: async () => WANTED.body };
    const tools = { client, connect, store, signal: interrupt.signal, system, say: () => undefined };
    try {
      const { task } = await buyTask(wanted, tools, terms);
      result = task.status;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result = `refused: ${error.code}`;
    }
  };
  app.runCommand(buy);
  await kernel.run(() => result !== null, 1_000);
  const called = app.run();
  await kernel.run(() => result !== null || called?.alive !== true, CALL_MS);
  return result ?? 'the call died';
}
