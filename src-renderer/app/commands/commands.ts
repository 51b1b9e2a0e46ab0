import type { Command } from './command.ts';
import { jobCommands } from './job-commands.ts';
import { LANGUAGES, inLanguage } from '../language/language.ts';
import type { MatchedText } from '../../ui/match-query.ts';
import { folderCommands } from './folder-commands.ts';
import { queueCommands } from './queue-commands.ts';
import { recipeCommands } from './recipe-commands.ts';
import { setupCommands } from './setup-commands.ts';
import { viewCommands } from './view-commands.ts';
import { viewerCommands } from './viewer-commands.ts';

/** Everything the page can do, as it stands now: keys, palette and the list of keys have it from here. */
export function listCommands(): readonly Command[] {
  return [
    ...viewCommands(),
    // What is on the screen comes before what was chosen elsewhere and is called alike.
    ...recipeCommands(),
    ...queueCommands(),
    ...jobCommands(),
    ...viewerCommands(),
    ...setupCommands(),
  ];
}

/** A command to be looked for by its names. */
export interface MatchedCommand extends MatchedText {
  readonly command: Command;
}

/** What the palette offers for a query: the commands, and the jobs, folders and programs there are, by all their names. */
export function searchCommands(query: string): readonly MatchedCommand[] {
  return [...listCommands(), ...folderCommands(query)]
    .filter(({ offered }) => offered !== false)
    .map((command) => ({ command, id: command.id, words: namesOf(command) }));
}

/** What it is called in the language of the page, then in the others. */
function namesOf({ title }: Command): readonly string[] {
  return [...new Set([title(), ...LANGUAGES.map((language) => inLanguage(language, title))])];
}
