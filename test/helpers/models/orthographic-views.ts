import type { Document } from '@gltf-transform/core';
import { encodePng } from '../../../src-main/engine/base/image/encode-png.ts';
import { renderOrthographic } from '../../../src-main/engine/base/render/render-orthographic.ts';
import { VIEW_NAMES } from '../../../src-main/engine/base/views/view-name.ts';

/** The four lit views of a model as PNG files, in the order of the slots. */
export async function renderFourViews(document: Document, size: number): Promise<Uint8Array[]> {
  return Promise.all((await renderOrthographic(document, VIEW_NAMES, size, 'soft')).map(encodePng));
}
