import type { MODEL_CONVERT_MESSAGES } from './model-convert-messages.ts';

/** Messages of the engine: notes about conversions, in Simplified Chinese. */
export const MODEL_CONVERT_MESSAGES_ZH = {
  'convert.quads-split': '能配成对的三角面太少，所以每个面都拆成了四边面；形状不变。',
  'convert.rest-pose': '模型按静置姿势切割。骨骼、形变目标和动画已略过。',
  'convert.triangles-only': '{format} 只支持三角面。每个四边面写成了两个三角面。',
  'convert.vertex-colors-format': '“导出顶点颜色”只用于 OBJ 和 GLTF，对 {format} 不起作用。',
  'convert.vertex-colors-baked': '烘焙的顶点颜色代替了基础色贴图，因为 glTF 会把两者相乘。',
  'convert.static-format': '{format} 文件是静态的。模型为静置姿势，没有{lost}。',
  'convert.usdz-morph-targets': 'USDZ 文件中没有形变目标。模型保持静止形状。',
  'convert.usdz-one-clip': 'USDZ 只播放一段动画：{played}。文件里也有 {others} 的骨骼动画，供可以选择的程序使用。',
  'convert.in-place-unchanged': '“原地动画”不起作用：模型的动画都不移动位置。',
  'convert.assemble-unchanged': '“合并动画”不起作用：模型的动画不到两段。',
  'convert.clips-joined': '各段动画已合并成“{name}”：{clips}。',
  'convert.no-textures': '{format} 文件不含贴图，所以贴图格式 {texture} 不起作用。',
  'convert.texture-format': '{format} 不支持 {texture} 贴图。已写成 PNG。',
  'convert.texture-alpha': '{texture} 不存储透明度。透明材质的贴图已写成 PNG。',
  'convert.lost-skeleton': '骨骼',
  'convert.lost-morph-targets': '形变目标',
  'convert.lost-animations': '动画',
} as const satisfies Readonly<Record<keyof typeof MODEL_CONVERT_MESSAGES, string>>;
