import type { MODEL_ERROR_MESSAGES } from './model-error-messages.ts';

/** Messages of the engine: why an operation on a model is not possible, in Simplified Chinese. */
export const MODEL_ERROR_MESSAGES_ZH = {
  'model-error.no-triangles': '模型没有三角面。',
  'model-error.nothing-left': '模型没有任何部分剩下。提高面数上限，或降低切割位置。',
  'model-error.face-limit': '面数上限必须是不小于 1 的整数，不能是 {value}。',
  'model-error.texture-size': '贴图尺寸必须是 1 到 {limit} 的整数像素，不能是 {value}。',
  'model-error.scale-factor': '缩放必须是大于 0 的数，不能是 {value}。',
  'model-error.flatten-bottom': '切割位置必须是高度的比例，从 0 到小于 1，不能是 {value}。',
  'model-error.unknown-part': '模型没有部件 {names}。它的部件有 {existing}。',
  'model-error.unnamed-parts': '模型没有部件 {names}。它的部件没有名称。',
  'model-error.no-points': '至少指定模型上的一个点。',
  'model-error.no-surface-for-splats': '模型没有可放置泼溅点的表面。',
  'model-error.no-size': '模型没有大小：所有的点都在同一位置。',
  'model-error.unusual-size': '模型大小为 {metres} 米。先缩放到常见的大小。',
  'model-error.not-one-solid': '模型的形状太复杂，无法变成一个封闭的实体。先简化模型。',
} as const satisfies Readonly<Record<keyof typeof MODEL_ERROR_MESSAGES, string>>;
