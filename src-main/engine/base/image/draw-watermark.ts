/** Edge of the watermark as a share of the image's short edge, and its minimum in pixels. */
const SHARE = 0.06;
const LEAST = 16;

/**
 * Returns the watermark of generated images as SVG: a pale drop with an anvil's edge, drawn without a font. At least 16
 * pixels.
 */
export function drawWatermark(width: number, height: number): Buffer {
  const edge = Math.max(LEAST, Math.round(SHARE * Math.min(width, height)));
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 24 24"><path d="M12 2C9 7 6 10 6 14a6 6 0 0 0 12 0c0-4-3-7-6-12z" fill="#fff" fill-opacity=".75" stroke="#222" stroke-opacity=".6"/></svg>`,
  );
}
