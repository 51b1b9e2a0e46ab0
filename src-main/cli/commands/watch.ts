import { SERVICE_MANAGERS } from '../lib/service-manager-file.ts';
import { defineCommand } from '../lib/command/define-command.ts';
import { choice, flag, integer, text, withDefault } from '../lib/command/option.ts';

/** `dropforge watch`. */
export const watchCommand = defineCommand({
  name: 'watch',
  summary: 'Watch hot folders and generate models for new images',
  description:
    'Watches the hot folders in the settings, or one folder, and generates models for new files until it is interrupted. --recipe, --out, --after, --limit, --cap and --poll need --folder.',
  options: {
    folder: text('DIR', 'Watch this folder instead of those in the settings.'),
    recipe: withDefault(text('NAME', 'Recipe to run.'), 'draft'),
    out: text('DIR', 'Output folder. Default: the one in the settings.'),
    after: withDefault(choice(['move', 'stay'], 'Move processed files to “done” and “failed”, or leave them.'), 'move'),
    limit: integer(
      'N',
      'Ask for confirmation if more than N new files arrive at once and cost credits; 500 by default.',
      {
        min: 1,
        max: 999_999,
      },
    ),
    cap: text('N', 'Credits that the folder may spend a day without confirmation.'),
    poll: flag('Check the folder every few seconds instead of relying on file events.'),
    yes: flag('Confirm costs, except of jobs that may have been charged before.'),
    once: flag('Exit when all files are processed.'),
    printService: choice(SERVICE_MANAGERS, 'Print a definition that runs this command as a system service, and exit.'),
  },
  examples: [
    ['dropforge watch --folder ~/inbox --recipe game', 'Watch one folder.'],
    ['dropforge watch --folder inbox --once', 'Process the files of a folder and exit.'],
    ['dropforge watch --folder ~/inbox --print-service systemd', 'Print a systemd unit.'],
  ],
  run: async (input, context) => (await import('../actions/watch.ts')).watch(input, context),
});
