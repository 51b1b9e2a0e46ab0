import type { SourceKind } from '../../../../src-shared/formats/source-kind.ts';
import { pluralize } from '../../../app/language/pluralize.ts';

const MANY = { picture: 'images', views: 'views', prompt: 'prompts', model: 'models' } as const;

/** Texts about recipes in the composer, the plan and recipe files. */
export const RECIPE_TEXTS = {
  label: 'Recipe',
  choose: (title: string) => `Recipe: ${title}`,
  list: 'Recipes',
  /** Heading of prices. */
  perJob: 'Estimate per job',
  estimate: (price: string) => `estimate ${price}`,
  priceRange: (lowest: string, highest: string) => `${lowest}–${highest}`,
  /** Name and description of a built-in recipe; `own`: as main provides it. */
  shipped: { name: (_id: string, own: string) => own, help: (_id: string, own: string) => own },
  /** Display name of a recipe in rows and tables, by its id. */
  byId: (id: string) => id,
  yours: 'custom',
  steps: (count: number) => pluralize(count, 'step'),
  preview: (title: string) => `Steps of ${title}`,
  takes: (kinds: readonly SourceKind[]) => `Only for ${kinds.map((kind) => MANY[kind]).join(' and ')}.`,
  kinds: (kinds: readonly SourceKind[]) => kinds.map((kind) => MANY[kind]).join(' and '),
  leftOut: (count: number, total: number, kinds: string) =>
    `${count} of ${total} skipped: this recipe accepts ${kinds} only.`,
  leftOutNames: 'Skipped files',
  source: { picture: 'Image', views: 'Views', prompt: 'Prompt', model: 'Model file', any: 'Source' },
  variants: 'Variants',
  variantsHelp: 'Number of models per source, each with different seeds.',
  fewer: 'Fewer variants',
  more: 'More variants',
  times: (count: number) => `× ${count}`,
  bring: 'Import…',
  export: 'Export…',
  upgrade: (id: string, from: number, to: number) => `${id} was updated from version ${from} to ${to}`,
  added: (id: string) => `Recipe ${id} added.`,
  replaced: (id: string) => `Recipe ${id} replaced.`,
  same: (id: string) => `Recipe ${id} already exists and is identical.`,
  replace: {
    title: (id: string) => `Replace ${id}?`,
    lead: 'A recipe with this name already exists. Nothing has changed yet.',
    changes: (count: number) => pluralize(count, 'change'),
    legend: 'added, - removed, ~ changed',
    foot: 'Jobs in the queue keep their current steps.',
    act: 'Replace',
  },
  import: 'Import',
  tooLong: (name: string) => `${name} is too large. Recipe files can be up to 1 MB.`,
  tooMuch: (name: string) => `${name} is too large. Recipe files can be up to 23 MB, including up to 16 MB of images.`,
  left: (names: string) => `Not included because they are missing or too large: ${names}.`,
} as const;
