/** Addresses of the images in assets/tiles, by path. */
const FILES = import.meta.glob<string>('../../../assets/tiles/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Returns the address of an image that shows an option of a field; null: there is none. */
export function findTileImage(field: string, option: string | number): string | null {
  const name = `${field}-${String(option)
    .replace(/^preset:/, '')
    .replaceAll(':', '-')}`;
  return FILES[`../../../assets/tiles/${name}.webp`] ?? null;
}
