import { argumentList } from '../lib/command/argument.ts';
import { defineCommand } from '../lib/command/define-command.ts';
import { text } from '../lib/command/option.ts';

/** `dropforge tasks`. */
export const tasksCommand = defineCommand({
  name: 'tasks',
  summary: 'Show tasks at the service in use',
  description: 'Shows tasks at the service in use. With --out it exits with 1 unless every task gave its files.',
  arguments: { ids: argumentList('ID', 'Task ids.') },
  options: { out: text('DIR', 'Download the outputs of finished tasks to this folder, free of charge.') },
  examples: [
    ['dropforge tasks 0f9b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d', 'Show the status of a task.'],
    ['dropforge tasks 0f9b1c2d-3e4f-4a5b-8c6d-7e8f9a0b1c2d --out models', 'Download its outputs.'],
  ],
  run: async (input, context) => (await import('../actions/tasks.ts')).showTasks(input, context),
});
