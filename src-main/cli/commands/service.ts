import { defineCommand } from '../lib/command/define-command.ts';
import { required, text } from '../lib/command/option.ts';

/** `dropforge service`. */
export const serviceCommand = defineCommand({
  name: 'service',
  summary: 'Run the local service without the app',
  isStandalone: true,
  options: { config: required(text('FILE', 'Configuration of the service, as JSON.')) },
  examples: [['dropforge service --config service.json', 'Run the local service until it is interrupted.']],
  run: async ({ config }) => (await import('../actions/service.ts')).runService(config),
});
