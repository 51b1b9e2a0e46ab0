import type { SourceKind } from '../../../../src-shared/formats/source-kind.ts';
import { countWords } from '../../../app/language/count-words.ts';

const MANY = { picture: 'pictures', views: 'views', prompt: 'prompts', model: 'models' } as const;

/** Words about recipes, in the composer, the plan and their files. */
export const RECIPE_TEXTS = {
  label: 'Recipe',
  choose: (title: string) => `Recipe: ${title}`,
  list: 'Recipes',
  /** What a recipe that comes with the app is called, and what it is for; `own`: as main names it. */
  shipped: { name: (_id: string, own: string) => own, help: (_id: string, own: string) => own },
  /** What a row and a table call a recipe, by its id. */
  byId: (id: string) => id,
  yours: 'yours',
  steps: (count: number) => countWords(count, 'step'),
  preview: (title: string) => `Steps of ${title}`,
  takes: (kinds: readonly SourceKind[]) => `Takes ${kinds.map((kind) => MANY[kind]).join(' and ')} only.`,
  kinds: (kinds: readonly SourceKind[]) => kinds.map((kind) => MANY[kind]).join(' and '),
  leftOut: (count: number, total: number, kinds: string) =>
    `${count} of ${total} ${count === 1 ? 'is' : 'are'} left out: this recipe takes ${kinds}.`,
  leftOutNames: 'What is left out',
  source: { picture: 'Picture', views: 'Views', prompt: 'Prompt', model: 'Model file', any: 'Source' },
  variants: 'Variants',
  variantsHelp: 'Each source is made that many times, each time with other seeds.',
  fewer: 'One variant less',
  more: 'One variant more',
  times: (count: number) => `× ${count}`,
  bring: 'Import…',
  export: 'Export…',
  upgrade: (id: string, from: number, to: number) => `${id} is newer now: version ${to} after ${from}`,
  added: (id: string) => `Recipe ${id} is added.`,
  replaced: (id: string) => `Recipe ${id} is replaced.`,
  same: (id: string) => `Recipe ${id} is here already, just the same.`,
  replace: {
    title: (id: string) => `Replace ${id}?`,
    lead: 'There is a recipe of this name. Nothing is changed yet.',
    changes: (count: number) => countWords(count, 'change'),
    legend: 'added, - taken out, ~ changed',
    foot: 'Jobs that are in the queue keep the steps they were added with.',
    act: 'Replace',
  },
  tooLong: (name: string) => `${name} is longer than 1 MB; a recipe is short.`,
  tooMuch: (name: string) => `${name} is longer than 23 MB; a recipe carries at most 16 MB of pictures.`,
  left: (names: string) => `Not in the file, because they are gone or too large: ${names}.`,
} as const;
