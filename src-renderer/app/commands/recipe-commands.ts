import { always, type Command } from './command.ts';
import { recipeEditor } from '../../features/recipes/recipe-editor.svelte.ts';
import { navigation, type View } from '../navigation.svelte.ts';
import { TEXTS } from '../language/texts.ts';

const HERE: readonly View[] = ['recipes'];

/** Commands for the displayed recipe; none in other views. */
export const recipeCommands = (): readonly Command[] => {
  if (navigation.view !== 'recipes') return [];
  const T = TEXTS.recipeEditor;
  const isOwn = () => recipeEditor.isOwn || T.stays;
  return [
    {
      id: 'recipe.save',
      group: 'recipe',
      title: () => T.save,
      keys: ['Ctrl S'],
      where: 'fields',
      available: () => recipeEditor.isChanged || T.nothingToSave,
      run: () => void recipeEditor.save(),
    },
    ...(['past', 'future'] as const).map((way): Command => ({
      id: way === 'past' ? 'recipe.undo' : 'recipe.redo',
      group: 'recipe',
      title: () => (way === 'past' ? T.undo : T.redo),
      keys: [way === 'past' ? 'Ctrl Z' : 'Ctrl Shift Z'],
      repeats: true,
      where: HERE,
      available: () => recipeEditor.canStep(way) || T.noStep,
      run: () => {
        recipeEditor.step(way);
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
        recipeEditor.renaming = true;
      },
    },
    {
      id: 'recipe.duplicate',
      group: 'recipe',
      title: () => T.duplicate,
      available: always,
      run: () => {
        recipeEditor.duplicate();
      },
    },
    {
      id: 'recipe.changes',
      group: 'recipe',
      title: () => T.changes,
      available: isOwn,
      run: () => {
        recipeEditor.dialog = { kind: 'changes' };
      },
    },
    {
      id: 'recipe.remove',
      group: 'recipe',
      title: () => T.remove,
      available: isOwn,
      run: () => void recipeEditor.remove(),
    },
  ];
};
