/** Irregular plurals. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['man', 'men'],
  ['woman', 'women'],
  ['person', 'people'],
  ['child', 'children'],
  ['mouse', 'mice'],
  ['goose', 'geese'],
  ['ox', 'oxen'],
  ['knife', 'knives'],
  ['wolf', 'wolves'],
  ['elf', 'elves'],
  ['shelf', 'shelves'],
  ['bookshelf', 'bookshelves'],
  ['loaf', 'loaves'],
  ['thief', 'thieves'],
  ['sheep', 'sheep'],
  ['fish', 'fish'],
  ['deer', 'deer'],
  ['aircraft', 'aircraft'],
  ['cactus', 'cacti'],
  ['spaceman', 'spacemen'],
  ['snowman', 'snowmen'],
]);

/** Returns the plural of an English name; only its last word changes, or the one before “of”. */
export function pluralize(name: string): string {
  const [head, ...rest] = name.split(' of ');
  if (rest.length > 0) return [pluralize(head!), ...rest].join(' of ');
  const words = name.split(' ');
  const last = words.pop()!;
  const irregular = IRREGULAR.get(last);
  if (irregular) return [...words, irregular].join(' ');
  if (/(s|x|z|ch|sh)$/.test(last)) return `${name}es`;
  if (/[^aeiou]y$/.test(last)) return `${name.slice(0, -1)}ies`;
  return `${name}s`;
}
