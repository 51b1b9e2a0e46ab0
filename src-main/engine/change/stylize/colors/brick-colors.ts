import { LINEAR_OF_BYTE } from '../../../base/color/srgb.ts';
import type { LinearRgb } from './quantize-colors.ts';

/** Approximate sRGB values of colours in which plastic bricks are sold. */
const BRICK_COLORS = [
  '#f4f4f4',
  '#a0a5a9',
  '#6c6e68',
  '#1b2a34',
  '#c91a09',
  '#720e0f',
  '#f2705e',
  '#fe8a18',
  '#a95500',
  '#582a12',
  '#352100',
  '#e4cd9e',
  '#958a73',
  '#f6d7b3',
  '#f2cd37',
  '#fff03a',
  '#bbe90b',
  '#4b9f4a',
  '#237841',
  '#184632',
  '#a0bcac',
  '#008f9b',
  '#36aebf',
  '#9fc3e9',
  '#5a93db',
  '#0055bf',
  '#0a3463',
  '#6074a1',
  '#81007b',
  '#ac78ba',
  '#e4adc8',
  '#c870a0',
  '#aa7f2e',
  '#d09168',
] as const;

/** Brick colours as linear RGB. */
export const LINEAR_BRICK_COLORS: readonly LinearRgb[] = BRICK_COLORS.map((text) => {
  const value = Number.parseInt(text.slice(1), 16);
  return [LINEAR_OF_BYTE[value >> 16]!, LINEAR_OF_BYTE[(value >> 8) & 255]!, LINEAR_OF_BYTE[value & 255]!];
});
