import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { isTooSmallForDetail } from '../../../src-shared/sources/is-too-small-for-detail.ts';
import type { SheetSource } from './drop-sheet.ts';

/**
 * True if sources are reviewed in the sheet before they become jobs: more than one item, a multi-view set, several
 * variants, or an image that is too small.
 */
export function needsSheet(sources: readonly SheetSource[], refused: readonly ErrorInfo[], variants: number): boolean {
  const isMany = sources.length + refused.length > 1 || sources[0]?.kind === 'views' || variants > 1;
  const pictures = sources.flatMap((source) => source.pictures);
  return isMany || pictures.some(({ pixels }) => pixels !== null && isTooSmallForDetail(pixels));
}
