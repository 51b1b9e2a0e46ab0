import type { Figure } from '../unconverted.ts';

/** The page in a real browser: `--list`, `--scroll`, `--start`, `--drop` and `--model` choose parts of it. */
export async function benchUi(): Promise<Figure[]> {
  const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
    '--list': async () => (await import('./ui-list.ts')).benchList(),
    '--scroll': async () => (await import('./ui-list.ts')).benchScroll(),
    '--start': async () => (await import('./ui-start.ts')).benchStart(),
    '--drop': async () => (await import('./ui-drop.ts')).benchDrop(),
    '--model': async () => (await import('./ui-model.ts')).benchModel(),
  };
  const chosen = Object.keys(parts).filter((part) => process.argv.includes(part));
  const figures: Figure[] = [];
  for (const part of chosen.length > 0 ? chosen : Object.keys(parts)) figures.push(...(await parts[part]!()));
  return figures;
}
