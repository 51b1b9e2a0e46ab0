import { formatList } from '../../app/language/format.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Summarizes texture counts and sizes: `5 × 2048²`, `1 × 1024 × 512, 2 × 256²`, `none`. */
export function textureLabel(textures: readonly { readonly width: number; readonly height: number }[]): string {
  const sizes = new Map<string, number>();
  for (const { width, height } of textures) {
    const size = width === height ? `${width}²` : `${width} × ${height}`;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  return formatList([...sizes].map(([size, count]) => `${count} × ${size}`)) || TEXTS.viewer.statistics.none;
}
