import { defineCommand } from '../lib/command/define-command.ts';

/** `dropforge resume`. */
export const resumeCommand = defineCommand({
  name: 'resume',
  summary: 'Run the unfinished jobs in the queue',
  description: 'Runs the unfinished jobs in the queue until they end, and prints the paths of their exported files.',
  examples: [['dropforge resume', 'Continue after an interruption.']],
  run: async (_, context) => (await import('../actions/resume.ts')).resume(context),
});
