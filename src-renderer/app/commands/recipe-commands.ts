import { always, type Command } from './command.ts';
import { editor } from '../../features/recipes/recipe-editor.svelte.ts';
import { shown, type View } from '../navigation.svelte.ts';
import { TEXTS } from '../language/texts.ts';

const HERE: readonly View[] = ['recipes'];

/** What is done to the recipe that is shown, while its view is. */
export const recipeCommands = (): readonly Command[] => {
  if (shown.view !== 'recipes') return [];
  const T = TEXTS.chain;
  const isOwn = () => editor.isOwn || T.stays;
  return [
    {
      id: 'recipe.save',
      group: 'recipe',
      title: () => T.save,
      keys: ['Ctrl S'],
      where: 'fields',
      available: () => editor.isChanged || T.nothingToSave,
      run: () => void editor.save(),
    },
    ...(['past', 'future'] as const).map((way): Command => ({
      id: way === 'past' ? 'recipe.undo' : 'recipe.redo',
      group: 'recipe',
      title: () => (way === 'past' ? T.undo : T.redo),
      keys: [way === 'past' ? 'Ctrl Z' : 'Ctrl Shift Z'],
      where: HERE,
      available: () => editor.canStep(way) || T.noStep,
      run: () => {
        editor.step(way);
      },
    })),
    {
      id: 'recipe.rename',
      group: 'recipe',
      title: () => T.rename,
      keys: ['F2'],
      where: HERE,
      available: isOwn,
      run: () => {
        editor.renaming = true;
      },
    },
    {
      id: 'recipe.duplicate',
      group: 'recipe',
      title: () => T.duplicate,
      available: always,
      run: () => {
        editor.duplicate();
      },
    },
    {
      id: 'recipe.changes',
      group: 'recipe',
      title: () => T.changes,
      available: isOwn,
      run: () => {
        editor.dialog = { kind: 'changes' };
      },
    },
    {
      id: 'recipe.remove',
      group: 'recipe',
      title: () => T.remove,
      available: isOwn,
      run: () => void editor.remove(),
    },
  ];
};
