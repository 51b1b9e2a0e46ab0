import { defineCommand } from '../lib/command/define-command.ts';
import { required, text } from '../lib/command/option.ts';

/** `dropforge worker`. */
export const workerCommand = defineCommand({
  name: 'worker',
  summary: 'Run tasks of a studio on this computer',
  isStandalone: true,
  options: { config: required(text('FILE', 'Configuration of the studio, as JSON.')) },
  examples: [['dropforge worker --config studio.json', 'Run tasks until it is interrupted.']],
  run: async ({ config }) => (await import('../actions/service.ts')).runWorker(config),
});
