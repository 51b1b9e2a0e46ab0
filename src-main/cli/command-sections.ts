import type { CommandSection } from './lib/command/create-program.ts';
import { balanceCommand } from './commands/balance.ts';
import { budgetCommand } from './commands/budget.ts';
import { callCommand } from './commands/call.ts';
import { concurrencyCommand } from './commands/concurrency.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { foldersCommand } from './commands/folders.ts';
import { galleryCommand } from './commands/gallery.ts';
import { generatorsCommand } from './commands/generators.ts';
import { historyCommand } from './commands/history.ts';
import { keyCommand } from './commands/key.ts';
import { logCommand } from './commands/log.ts';
import { makeCommand } from './commands/make.ts';
import { networksCommand } from './commands/networks.ts';
import { operateCommand } from './commands/operate.ts';
import { queueCommand } from './commands/queue.ts';
import { recipesCommand } from './commands/recipes.ts';
import { resumeCommand } from './commands/resume.ts';
import { serveCommand } from './commands/serve.ts';
import { serviceCommand } from './commands/service.ts';
import { servicesCommand } from './commands/services.ts';
import { supportCommand } from './commands/support.ts';
import { targetsCommand } from './commands/targets.ts';
import { tasksCommand } from './commands/tasks.ts';
import { updatesCommand } from './commands/updates.ts';
import { usageCommand } from './commands/usage.ts';
import { watchCommand } from './commands/watch.ts';
import { webhookCommand } from './commands/webhook.ts';
import { workerCommand } from './commands/worker.ts';

/** All commands, as help and docs group them. */
export const COMMAND_SECTIONS: readonly CommandSection[] = [
  { title: 'Generate', commands: [makeCommand, operateCommand, callCommand] },
  { title: 'Jobs and results', commands: [queueCommand, resumeCommand, galleryCommand, tasksCommand] },
  { title: 'Hot folders', commands: [watchCommand, foldersCommand] },
  { title: 'Recipes', commands: [recipesCommand] },
  { title: 'Delivery', commands: [targetsCommand, exportCommand] },
  {
    title: 'Services and keys',
    commands: [servicesCommand, generatorsCommand, networksCommand, keyCommand, webhookCommand, concurrencyCommand],
  },
  { title: 'Spending', commands: [balanceCommand, budgetCommand, historyCommand, usageCommand] },
  {
    title: 'System',
    commands: [serveCommand, serviceCommand, workerCommand, doctorCommand, logCommand, supportCommand, updatesCommand],
  },
];
