import { SOURCE_KINDS } from '../../../src-shared/formats/source-kind.ts';
import { argument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { choice, flag, text, withDefault } from '../lib/command/option.ts';

const load = () => import('../actions/recipes.ts');

const takes = withDefault(choice(SOURCE_KINDS, 'Source type of the recipe, if it accepts several.'), 'picture');
const id = argument('ID', 'Recipe that “recipes list” shows.');

/** `dropforge recipes`. */
export const recipesCommand = defineCommandGroup({
  name: 'recipes',
  summary: 'List, check, import and export recipes',
  description: 'Lists, checks, imports and exports recipes: named chains of operations.',
  fallback: 'list',
  examples: [
    ['dropforge recipes duplicate game my-game', 'Copy a built-in recipe to edit it.'],
    ['dropforge recipes export my-game --out my-game.json', 'Save a recipe to a file.'],
    ['dropforge recipes import my-game.json --replace', 'Import the edited file.'],
  ],
  commands: [
    defineCommand({
      name: 'list',
      summary: 'List the recipes',
      run: async (_, context) => (await load()).listRecipes(context),
    }),
    defineCommand({
      name: 'show',
      summary: 'Show the steps of a recipe',
      arguments: { id },
      run: async (input, context) => (await load()).showRecipe(input.id, context),
    }),
    defineCommand({
      name: 'check',
      summary: 'Check a recipe, or a recipe file',
      arguments: { recipe: argument('ID|FILE', 'Recipe, or a file: a word with a dot or a slash.') },
      run: async ({ recipe }, context) => (await load()).checkRecipe(recipe, context),
    }),
    defineCommand({
      name: 'import',
      summary: 'Import a recipe from a file',
      arguments: { file: argument('FILE', 'Recipe file. Images that it names by path are imported as well.') },
      options: { replace: flag('Replace a recipe with the same id.') },
      run: async ({ file, replace }, context) => (await load()).importRecipe(file, replace, context),
    }),
    defineCommand({
      name: 'export',
      summary: 'Print a recipe, or save it to a file',
      arguments: { id },
      options: { out: text('FILE', 'File to create. Default: print the recipe.'), takes },
      run: async ({ id: recipe, ...options }, context) => (await load()).exportOneRecipe(recipe, options, context),
    }),
    defineCommand({
      name: 'duplicate',
      summary: 'Duplicate a recipe to edit it',
      arguments: { id, newId: argument('NEW', 'Id of the copy.') },
      options: { name: text('NAME', 'Name of the copy. Default: its id.'), takes },
      run: async ({ id: recipe, newId, name, takes: kind }, context) =>
        (await load()).duplicateRecipe(recipe, { id: newId, name, takes: kind }, context),
    }),
    defineCommand({
      name: 'rename',
      summary: 'Rename a recipe',
      arguments: { id, name: argument('NAME', 'New name.') },
      run: async ({ id: recipe, name }, context) => (await load()).renameRecipe(recipe, name, context),
    }),
    defineCommand({
      name: 'remove',
      summary: 'Remove a recipe',
      arguments: { id },
      run: async (input, context) => (await load()).removeRecipe(input.id, context),
    }),
  ],
});
