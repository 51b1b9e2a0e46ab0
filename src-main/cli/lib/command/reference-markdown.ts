import { formatArgument } from './argument.ts';
import { listOptions, PROGRAM_NAME, type CommandSection } from './create-program.ts';
import { isCommandGroup, type CommandNode, type LeafCommand } from './define-command.ts';
import { describeOption, formatFlag } from './option.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

const INTRODUCTION = `# Command line

Generated from the commands themselves by \`npm run docs\`; do not edit.

From a clone run \`npm run ${PROGRAM_NAME} -- COMMAND\` or \`node src-main/cli.ts COMMAND\`; this page writes \`${PROGRAM_NAME}\`.
\`${PROGRAM_NAME} --help\` lists the commands, and \`${PROGRAM_NAME} help COMMAND\` shows one.

- \`FILE\` is required, \`[FILE]\` is optional, \`FILE…\` can be repeated.
- Options can stand anywhere. Write \`--name value\` or \`--name=value\`. \`--\` ends the options.
- An operation can be written with dashes or underscores. The id of a job can be shortened to four characters or more.
- Tasks that cost credits need confirmation: answer the question at a terminal, or use \`--yes\` or \`--max-credits N\`.

## Options of every command

\`service\` takes none of them, except \`--json\` for lists.
`;

const EXIT_STATUS = `## Exit status

| Status | Meaning |
| --- | --- |
| 0 | Success |
| 1 | Failed, completely or in part |
| 2 | Wrong call: unknown command or option, or a missing or invalid value |
| 130 | Interrupted; \`${PROGRAM_NAME} resume\` continues |

\`serve\`, \`service\`, \`worker\`, \`log --follow\`, and \`watch\` without \`--once\` run until they are interrupted, and exit
with 0 then. If the reader of the output closes the pipe, as \`head\` does, a running command stops with 130, \`log --follow\`
with 0, and a command that has finished keeps its status.

With \`--json\` the last line of stdout is the result as JSON. After a failure it is \`{code, status: "error", message,
suggestion, request_id?}\`.
`;

/** The page about the command line, in Markdown. */
export function commandLineMarkdown(sections: readonly CommandSection[]): string {
  const shared = toOptionTable(Object.entries(SHARED_OPTIONS).map(([name, option]) => [name, option]));
  const parts = sections.map(
    ({ title, commands }) => `## ${title}\n\n${commands.map((each) => toSection(each, [])).join('\n')}`,
  );
  return [INTRODUCTION, shared, EXIT_STATUS, ...parts].join('\n');
}

function toSection(node: CommandNode, parents: readonly string[]): string {
  const names = [...parents, node.name];
  const heading = `${'#'.repeat(Math.min(6, names.length + 2))} ${PROGRAM_NAME} ${names.join(' ')}\n`;
  const description = `${node.description ?? `${node.summary}.`}\n`;
  if (!isCommandGroup(node)) {
    return [heading, toUsage(node, names), description, ...toTables(node), ...toExamples(node)].join('\n');
  }
  const start = node.fallback === null ? [] : [`Without a sub-command it runs \`${node.fallback}\`.\n`];
  return [
    heading,
    description,
    ...start,
    ...toExamples(node),
    ...node.commands.map((each) => toSection(each, names)),
  ].join('\n');
}

function toUsage({ arguments: args, options }: LeafCommand, names: readonly string[]): string {
  const words = [PROGRAM_NAME, ...names, ...Object.values(args).map(formatArgument)];
  const end = Object.keys(options).length > 0 ? ['[options]'] : [];
  return `\`\`\`sh\n${[...words, ...end].join(' ')}\n\`\`\`\n`;
}

function toTables({ arguments: args, options, isStandalone }: LeafCommand): string[] {
  const own = listOptions({ options, isStandalone }).filter(([name]) => !Object.hasOwn(SHARED_OPTIONS, name));
  const rows = Object.values(args).map((each) => toRow([`\`${formatArgument(each)}\``, each.description]));
  return [
    ...(rows.length === 0 ? [] : [`| Argument | Meaning |\n| --- | --- |\n${rows.join('')}`]),
    ...(own.length === 0 ? [] : [toOptionTable(own)]),
  ];
}

function toOptionTable(options: ReturnType<typeof listOptions>): string {
  const rows = options.map(([name, option]) => {
    const value = option.placeholder === null ? '' : ` ${option.placeholder}`;
    return toRow([
      `\`${formatFlag(name, option)}${value}\``,
      describeOption(option).replace(/Default: (\S+)\.$/, 'Default: `$1`.'),
    ]);
  });
  return `| Option | Meaning |\n| --- | --- |\n${rows.join('')}`;
}

function toExamples({ examples = [] }: CommandNode): string[] {
  if (examples.length === 0) return [];
  const lines = examples.map(([line, description]) => `# ${description}\n${line}\n`);
  return [`\`\`\`sh\n${lines.join('')}\`\`\`\n`];
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}
