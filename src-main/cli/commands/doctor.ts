import { defineCommand } from '../lib/command/define-command.ts';

/** `dropforge doctor`. */
export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check Dropforge’s dependencies and how to fix problems',
  description: 'Checks Dropforge’s dependencies and says how to fix each problem. Exits with 1 when there is one.',
  examples: [['dropforge doctor', 'Check this computer.']],
  run: async (_, context) => (await import('../actions/doctor.ts')).runDoctor(context),
});
