import type { MESH_MESSAGES } from './mesh-messages.ts';

/** Messages of the engine: notes about parts, faces and UVs, in Simplified Chinese. */
export const MESH_MESSAGES_ZH = {
  'mesh.remeshed': '“{name}”与自身相交，已重构网格。贴图变粗糙了。',
  'mesh.not-closed': '“{name}”无法封闭：它没有体积。',
  'mesh.closed': '已封闭：{names}。',
  'mesh.parts': '部件：{names}。',
  'mesh.cut-in-half': '模型是光滑的一整块，没有肢体或凹槽，所以从中间切开了。',
  'mesh.points-repeated': '有 {count, plural, other {#}} 个点和别的点在同一个三角面里，没有得到部件。',
  'mesh.shape-kept': '模型有 {count, number} 个三角面；形状保持不变。',
  'mesh.faces': '结果有 {count, number} 个{kind, select, quads {四边面} other {三角面}}。',
  'mesh.glb-quads': 'GLB 文件把每个四边面存成两个带标记的三角面。转换成 FBX、OBJ 或 USDZ 可得到四边面。',
  'mesh.unwrap-effects': '颜色、法线、粗糙度、金属度和发光已转移；材质的其他效果已略过。',
  'mesh.refined': '草稿的 {before, number} 个三角面变成了 {after, number} 个；平面和锐边保持不变。',
  'mesh.refine-unchanged': '形状仍是 {count, number} 个三角面：处处都是平的或已经足够细。',
  'mesh.no-patterns': '草稿没有可以画得更细的图案。',
  'mesh.texture-redrawn': '1 张贴图已重新绘制，细节更多。',
  'mesh.textures-redrawn': '{count} 张贴图已重新绘制，细节更多。',
} as const satisfies Readonly<Record<keyof typeof MESH_MESSAGES, string>>;
