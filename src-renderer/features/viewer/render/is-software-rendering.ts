/** Names under which drivers draw with the processor: Chromium's, Mesa's, Windows' and Apple's. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i;

let known: boolean | null = null;

/** Whether WebGL is worked out by the processor, as where there is no graphics card; asked once. False where there is no WebGL. */
export function isSoftwareRendering(): boolean {
  return (known ??= SOFTWARE.test(readName()));
}

/** What draws, as the browser tells; it hides it from some pages, and is then taken for a card. */
function readName(): string {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && names ? (gl.getParameter(names.UNMASKED_RENDERER_WEBGL) as unknown) : '';
  // A page may have few contexts at once.
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' ? name : '';
}
