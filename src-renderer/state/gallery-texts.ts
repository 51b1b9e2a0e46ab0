import { countWords } from './count-words.ts';

/** Words of the gallery: everything that was made, what it is narrowed to, and what a person notes about it. */
export const GALLERY_TEXTS = {
  view: 'Gallery',
  facets: 'Narrow the gallery',
  all: 'Everything',
  favourites: 'Favourites',
  today: 'Today',
  undelivered: 'Not delivered yet',
  recipe: 'Recipe',
  format: 'Format',
  tags: 'Tags',
  search: 'Name, tag, recipe or task id',
  clearSearch: 'Clear the search',
  sort: 'Order',
  sorts: { newest: 'Newest', oldest: 'Oldest', name: 'Name', size: 'Largest' },
  grid: 'Models',
  models: (count: number) => countWords(count, 'model'),
  chosen: (count: number) => `${count} chosen`,
  inLibrary: (bytes: string) => `${bytes} in the library`,
  empty: 'Finished models come here, those too that were cleared from the queue.',
  none: 'Nothing here fits.',
  showAll: 'Show everything',
  favourite: 'Favourite',
  unfavourite: 'No favourite any more',
  addTag: 'Add a tag',
  removeTag: (tag: string) => `Remove the tag ${tag}`,
  badTag: 'A tag has 1 to 40 characters.',
  card: (name: string, recipe: string, isFavourite: boolean) =>
    isFavourite ? `${name}, ${recipe}, favourite` : `${name}, ${recipe}`,
  filed: (count: number) => `${countWords(count, 'model')} cleared from the queue; the gallery keeps them.`,
} as const;
