import type { MODEL_LIMIT_MESSAGES } from './model-limit-messages.ts';

/** Messages of the engine: limits that a model exceeds, in Simplified Chinese. */
export const MODEL_LIMIT_MESSAGES_ZH = {
  'model-limit.work': '模型有 {count, number} 个三角面，此操作的内存约够处理 {limit, number} 个。先减面。',
  'model-limit.triangles': '模型超过 {limit, number} 个三角面。导入前先减面。',
  'model-limit.objects': '模型超过 {limit, number} 个对象。导入前先合并一些。',
  'model-limit.parts': '模型的对象、材质和动画太多。导入前先合并一些。',
  'model-limit.instances': '模型的对象实例超过 {limit, number} 个。导入前先减少实例。',
  'model-limit.depth': '模型的部件嵌套超过 {limit, number} 层。导入前先展平。',
  'model-limit.memory': '模型需要超过 1 GB 内存。导入前先减小模型。',
  'model-limit.available-memory': '内存不足，无法读取模型。导入前先减小模型。',
  'model-limit.text-size': '模型是超过 400 MB 的文本文件。导入前先减小模型。',
  'model-limit.line-size': '模型有一行超过 32 MB。重新导出它。',
  'model-limit.layers': '模型由超过 {limit, number} 个图层组成。导入前先合并图层。',
  'model-limit.keyframes': '模型的动画超过五百万个关键帧。少导出一些动画。',
  'model-limit.joined-keyframes': '合并后的动画会超过五百万个关键帧。关闭“合并动画”。',
  'model-limit.textures': '模型超过 {limit, number} 张贴图。',
  'model-limit.texture-size': '模型的贴图太大：有一张为 {width} × {height} 像素。减小贴图。',
  'model-limit.texture-pixels': '模型的贴图像素总数太多。减小贴图。',
  'model-limit.unwrap': '模型有 {count, number} 个三角面。最多可展开 {limit, number} 个。先减面。',
  'model-limit.unwrap-for-texture':
    '模型有 {count, number} 个三角面，需要新的 UV。最多可展开 {limit, number} 个。先减面。',
  'model-limit.texture': '模型有 {count, number} 个三角面。最多可制作贴图 {limit, number} 个。先减面。',
} as const satisfies Readonly<Record<keyof typeof MODEL_LIMIT_MESSAGES, string>>;
