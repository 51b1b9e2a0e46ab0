import { defineCommand } from '../lib/command/define-command.ts';

/** `dropforge balance`. */
export const balanceCommand = defineCommand({
  name: 'balance',
  summary: 'Show the balance at the service in use',
  description: 'Shows the balance at the service in use, and the credits held for running tasks.',
  examples: [['dropforge balance --json', 'Print the balance for a script.']],
  run: async (_, context) => (await import('../actions/balance.ts')).showBalance(context),
});
