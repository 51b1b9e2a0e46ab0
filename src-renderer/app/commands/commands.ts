import type { Command } from './command.ts';
import { jobCommands } from './job-commands.ts';
import { inEveryLanguage } from '../language/load-language.ts';
import type { MatchedText } from '../../ui/match-query.ts';
import { folderCommands } from './folder-commands.ts';
import { operationCommands } from './operation-commands.ts';
import { queueCommands } from './queue-commands.ts';
import { recipeCommands } from './recipe-commands.ts';
import { setupCommands } from './setup-commands.ts';
import { viewCommands } from './view-commands.ts';
import { viewerCommands } from './viewer-commands.ts';

/** Lists all commands; source of the shortcuts, the palette and the list of shortcuts. */
export function listCommands(): readonly Command[] {
  return [
    ...viewCommands(),
    // Commands of the visible view come before commands of the same name for a selection elsewhere.
    ...recipeCommands(),
    ...queueCommands(),
    ...jobCommands(),
    ...viewerCommands(),
    ...setupCommands(),
  ];
}

/** A command that can be searched by its names. */
export interface MatchedCommand extends MatchedText {
  readonly command: Command;
}

/** Searches commands, operations, jobs, folders and programs by all their names. */
export function searchCommands(query: string): readonly MatchedCommand[] {
  return [...listCommands(), ...operationCommands(), ...folderCommands(query)]
    .filter(({ offered }) => offered !== false)
    .map((command) => ({ command, id: command.id, words: namesOf(command) }));
}

/** Returns its name in the language of the page, then in the others. */
function namesOf({ title }: Command): readonly string[] {
  return [...new Set([title(), ...inEveryLanguage(title)])];
}
