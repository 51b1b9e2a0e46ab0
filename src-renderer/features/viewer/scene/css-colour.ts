import { Color, SRGBColorSpace } from 'three';

/**
 * Returns a colour token for three. Tokens use oklch and depend on the theme, so the browser paints one pixel with it,
 * which is read back.
 */
export function readCssColour(token: string): Color {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const painted = getComputedStyle(probe).color;
  probe.remove();
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return new Color();
  context.fillStyle = painted;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return new Color().setRGB(red / 255, green / 255, blue / 255, SRGBColorSpace);
}
