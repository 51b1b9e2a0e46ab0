#!/usr/bin/env node
import { AppError, toErrorInfo } from '../src-shared/base/errors.ts';
import { describeError } from '../src-shared/messages/error-messages.ts';
import { requestIdSuffix } from '../src-shared/messages/request-id-suffix.ts';
import { log } from './base/log/log.ts';
import { toQueueWriteError } from './queue/store/to-queue-write-error.ts';

/** One command: what it is for, and the module that does it, loaded only when it is asked for. */
interface Command {
  readonly usage: string;
  run(args: readonly string[]): Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  make: {
    usage:
      'make FILE|LINK… [--recipe NAME] [--variants N] [--format glb,fbx,usdz,obj,stl,3mf,gltf] [--out DIR] [--skip-known] [--links-inside] [--dry-run] [--yes] [--max-credits N] [--home DIR] [--json]   make models of files, folders and links to pictures or models; what costs credits needs a yes; --links-inside lets links lead into this network',
    run: async (args) => (await import('./cli/commands/make.ts')).make(args),
  },
  recipes: {
    usage:
      'recipes list|show ID|check ID|FILE|import FILE [--replace]|export ID [--out FILE]|duplicate ID NEW [--name NAME]|rename ID NAME|remove ID [--takes picture|views|prompt|model] [--home DIR] [--json]   chains of operations by name; a file may name a picture by its path beside it wherever a parameter takes one',
    run: async (args) => (await import('./cli/commands/recipes.ts')).recipes(args),
  },
  resume: {
    usage: 'resume [--home DIR] [--json]   finish whatever the queue of a home holds',
    run: async (args) => (await import('./cli/commands/resume.ts')).resume(args),
  },
  queue: {
    usage:
      'queue list|pause [ID…]|resume [ID…]|confirm [ID…] [--yes] [--max-credits N]|cancel ID…|retry ID…|resolve ID… --by look|send_again|give_up|move ID… --before ID|--after ID|priority ID… high|normal|low|repeat ID --seeds same|new [--yes] [--max-credits N]|rename ID NAME|found|import TASK…|dismiss TASK… [--home DIR] [--json]   the jobs of a home, and paid tasks that no job has',
    run: async (args) => (await import('./cli/commands/queue.ts')).queue(args),
  },
  operate: {
    usage:
      'operate JOB [OPERATION] [--set FIELD=VALUE]… [--upload FIELD=PICTURE]… [--step N] [--check] [--add-to RECIPE] [--yes] [--max-credits N] [--home DIR] [--json]   what can be made of the result of a finished job, and one operation more of it; --upload keeps a picture of this computer in the library and names it, as in texture_prompt.image=moss.png',
    run: async (args) => (await import('./cli/commands/operate.ts')).operate(args),
  },
  gallery: {
    usage:
      'gallery list [--favourites] [--tag T]… [--made-from ID]|compare ID ID|usage|clean [--yes]|limit [GB|none]|mark ID… [--favourite yes|no] [--tag T]… [--untag T]… [--cleared yes|no] [--home DIR] [--json]   everything that was made; --cleared takes it off the queue’s list',
    run: async (args) => (await import('./cli/commands/gallery.ts')).gallery(args),
  },
  history: {
    usage: 'history [--csv] [--since YYYY-MM-DD] [--home DIR] [--json]   what this home spent, order by order',
    run: async (args) => (await import('./cli/commands/history.ts')).history(args),
  },
  budget: {
    usage:
      'budget show|set day AMOUNT|none|set recipe ID AMOUNT|none|set folder ID AMOUNT|none|set pause-below AMOUNT|none|set confirm-above AMOUNT [--home DIR] [--json]   how much may be spent',
    run: async (args) => (await import('./cli/commands/budget.ts')).budget(args),
  },
  concurrency: {
    usage:
      'concurrency show|set POOL N|default [--home DIR] [--json]   tasks at once, where the account has other numbers',
    run: async (args) => (await import('./cli/commands/concurrency.ts')).concurrency(args),
  },
  watch: {
    usage:
      'watch [--folder DIR] [--recipe NAME] [--out DIR] [--after move|stay] [--limit N] [--cap N] [--poll] [--yes] [--once] [--print-service systemd|launchd|windows] [--home DIR] [--json]   makes models of whatever is put into hot folders, until it is interrupted',
    run: async (args) => (await import('./cli/commands/watch.ts')).watch(args),
  },
  folders: {
    usage:
      'folders list|add DIR|change ID|pause ID|resume ID|remove ID|log [ID] [--problems] [--recipe NAME] [--out DIR|none] [--after move|stay] [--limit N] [--cap N|none] [--hours always|22:00-06:00] [--home DIR] [--json]   hot folders that are remembered',
    run: async (args) => (await import('./cli/commands/folders.ts')).folders(args),
  },
  serve: {
    usage: 'serve [--port N] [--home DIR] [--no-open] [--json]   the window, in a browser on this computer',
    run: async (args) => (await import('./cli/commands/serve.ts')).serve(args),
  },
  call: {
    usage:
      'call OPERATION [--body FILE|JSON] [--upload FIELD=FILE]… [--check] [--out DIR] [--home DIR] [--json]   any operation at the service in use',
    run: async (args) => (await import('./cli/commands/call.ts')).call(args),
  },
  tasks: {
    usage: 'tasks ID… [--home DIR] [--json]   tasks as the service knows them',
    run: async (args) => (await import('./cli/commands/tasks.ts')).tasks(args),
  },
  balance: {
    usage: 'balance [--home DIR] [--json]   credits at the service in use',
    run: async (args) => (await import('./cli/commands/balance.ts')).balance(args),
  },
  usage: {
    usage:
      'usage [--by day|operation|recipe] [--csv] [--home DIR] [--json]   everything that was ordered there, newest first, or its sums',
    run: async (args) => (await import('./cli/commands/usage.ts')).usage(args),
  },
  services: {
    usage:
      'services list|add NAME --url URL [--region international|china] [--resend strict|auto]|use NAME|change NAME --resend strict|auto|remove NAME|rehearsal on|off [--home DIR] [--json]   which services there are; “local” is this computer',
    run: async (args) => (await import('./cli/commands/services.ts')).services(args),
  },
  key: {
    usage:
      'key set|test|remove [--service NAME] [--home DIR] [--json]   the key of a service, from standard input or a hidden prompt',
    run: async (args) => (await import('./cli/commands/key.ts')).key(args),
  },
  webhook: {
    usage:
      'webhook show|set --port N [--address A]|off [--home DIR] [--json]   where the service’s webhooks come in; its secret from standard input or a hidden prompt',
    run: async (args) => (await import('./cli/commands/webhook.ts')).webhook(args),
  },
  targets: {
    usage:
      'targets list|install NAME [--import-existing] [--project DIR] [--version V] [--as NAME] [--scale N]|remove NAME|set NAME [KEY=VALUE …]|test NAME [--export-folder DIR] [--home DIR] [--json]   programs that models are delivered to',
    run: async (args) => (await import('./cli/commands/targets.ts')).targets(args),
  },
  export: {
    usage:
      'export --target NAME FILE… [--out DIR] [--program PATH] [--rule RULE] [--export-folder DIR] [--home DIR] [--json]   give model files to a program',
    run: async (args) => (await import('./cli/commands/export.ts')).exportFiles(args),
  },
  service: {
    usage: 'service --config FILE   the local service alone',
    run: async (args) => (await import('./cli/commands/service.ts')).service(args),
  },
  updates: {
    usage:
      'updates show|on|off|address URL|none [--home DIR] [--json]   whether there is a newer version, and where that is asked; nothing is fetched or installed',
    run: async (args) => (await import('./cli/commands/updates.ts')).updates(args),
  },
  doctor: {
    usage: 'doctor [--home DIR] [--json]   what is there, what is missing, what to do',
    run: async (args) => (await import('./cli/commands/doctor.ts')).doctor(args),
  },
  log: {
    usage:
      'log [--follow] [--level info|warn|error] [--home DIR] [--json]   what Dropforge did and what went wrong, without secrets',
    run: async (args) => (await import('./cli/commands/log.ts')).showLog(args),
  },
  support: {
    usage:
      'support [--out FILE] [--prompts] [--home DIR] [--json]   everything a helper needs, as text to read; with --out saved',
    run: async (args) => (await import('./cli/commands/support.ts')).support(args),
  },
};

/** Exit status for a command that was called wrongly. */
const MISUSED = 2;

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command) {
    const lines = Object.values(COMMANDS).map(({ usage }) => `  dropforge ${usage}`);
    const asked = name === undefined || name === 'help' || name === '--help' || name === '-h';
    (asked ? process.stdout : process.stderr).write(`Usage:\n${lines.join('\n')}\n`);
    return asked ? 0 : MISUSED;
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`Usage: dropforge ${command.usage}\n`);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) {
      process.stderr.write(`${(error as Error).message}\nUsage: dropforge ${command.usage}\n`);
      return MISUSED;
    }
    const known = toQueueWriteError(error);
    if (!(known instanceof AppError)) log.error('command', name ?? '', error);
    const info = toErrorInfo(known);
    const { happened, next } = describeError(info);
    process.stderr.write(`${happened} ${next}${requestIdSuffix(info.requestId)}\n`);
    return error instanceof AppError && error.code === 'config_invalid' ? MISUSED : 1;
  }
}
