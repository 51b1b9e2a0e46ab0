import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Values } from '../../../../src-shared/api/fields/field.ts';
import type { GENERATION_FIELDS, IMAGE_SOURCE_FIELDS } from '../../../../src-shared/api/fields/generation-fields.ts';
import { effectiveTextureVersion, isTextured } from '../../../../src-shared/api/rules/generation-rules.ts';
import { LATEST_TEXTURE_VERSION } from '../../../../src-shared/api/models/generation-models.ts';
import type { ImageOptions } from '../../../engine/base/image/image-options.ts';
import { DELIGHT_NOTE } from '../texture-sizes.ts';

type WishValues = Values<typeof GENERATION_FIELDS & typeof IMAGE_SOURCE_FIELDS>;

/** Image processing options of a request (spec 4.3); `style` is the file of its `style_image`. */
export function toImageOptions(values: WishValues, style: Uint8Array | null | undefined): ImageOptions {
  return {
    isRepaired: values.enable_image_autofix ?? false,
    isDelighted: isDelighted(values),
    style: (values.style_image && isTextured(values) && style) || null,
    realSize: values.auto_size ?? false,
  };
}

/** Notes for options that were applied or need another option. */
export function imageOptionNotes(values: WishValues): Note[] {
  const { delight, style_image: style, texture_version: version } = values;
  const hasTexture = isTextured(values);
  return [
    ...(style && hasTexture ? ([engineMessage('field.style-texture')] as const) : []),
    ...(style && !hasTexture ? ([engineMessage('field.style-without-texture')] as const) : []),
    ...(isDelighted(values) ? [DELIGHT_NOTE] : []),
    ...(delight && hasTexture && effectiveTextureVersion(values) !== LATEST_TEXTURE_VERSION
      ? ([engineMessage('field.delight-model', { model: LATEST_TEXTURE_VERSION })] as const)
      : []),
    ...(version && !isDelighted(values) ? [engineMessage('field.unused', { name: 'texture_version' })] : []),
  ];
}

/** Only the newest texture version removes lighting, unless disabled (4.3). */
function isDelighted(values: WishValues): boolean {
  return isTextured(values) && (values.delight ?? true) && effectiveTextureVersion(values) === LATEST_TEXTURE_VERSION;
}
