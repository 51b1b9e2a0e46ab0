import type { RULE_MESSAGES } from './rule-messages.ts';

/** What the rules across fields say, in Simplified Chinese. */
export const RULE_MESSAGES_ZH: Readonly<Record<(typeof RULE_MESSAGES)[number], string>> = {
  // In the order of the operations.
  'face_limit goes from {1} to {2} quads here; {3} was asked for.': '这里四边面是 {1} 到 {2}；你填的是 {3}。',
  'face_limit goes from {1} to {2} triangles here; {3} was asked for.': '这里三角面是 {1} 到 {2}；你填的是 {3}。',
  'face_limit goes from {1} to {2} quads; {3} was asked for.': '四边面是 {1} 到 {2}；你填的是 {3}。',
  'face_limit goes from {1} to {2} triangles; {3} was asked for.': '三角面是 {1} 到 {2}；你填的是 {3}。',
  'smart_uv works with model v3.0 only. Choose v3.0, or leave it out.': '智能 UV 只用于 v3.0。选择 v3.0，或关闭它。',
  'fast works with model {1} only.': '“快速”只用于版本 {1}。',
  'fast works with texture version {1} only. Set texture_version, or use standard.':
    '“快速”只用于贴图版本 {1}。设置贴图版本，或改用“标准”。',
  'Parts need texture false (and pbr not true). Switch texture off, or parts.':
    '部件需要关闭贴图。关闭贴图，或关闭部件。',
  '{1} does not take {2}. Leave it out, or choose another model.': '{1} 不支持这一项。不设置它，或选择别的模型。',
  'This account may not check for printing. Leave check_printable out.': '这个账户不能做打印检查。关闭它。',
  'This account may not make VXC files. Leave vxc out.': '这个账户不能生成 VXC 文件。关闭它。',
  'Vertex colours exist in OBJ and GLTF only.': '只有 OBJ 和 GLTF 有顶点颜色。',
  'Name an animation, or up to five in animations.': '选一个动画，或最多五个。',
  'Give animation or animations, not both.': '“动画”和“多个动画”只填一个。',
  'The {1} view is named twice. Join the two instructions.': '视图 {1} 写了两次。合并两条指令。',
  'prompt is required unless template supplies one.': '没有选模板时需要提示词。',
  '{1} draws from text only. Leave model out, or choose another.': '{1} 只能以文生图。选择别的模型。',
  '{1} was retired on {2}. Choose a newer model.': '{1} 已于 {2} 停用。选择更新的模型。',
  '{1} does not take quality {2}. It takes {3}.': '{1} 不支持质量 {2}，支持 {3}。',
  '{1} does not take quality {2}. Leave quality out.': '{1} 不支持质量 {2}。不设置质量。',
  '{1} does not take aspect_ratio. Use size, or a banana model.': '{1} 不支持宽高比。改用尺寸，或 Banana 模型。',
  'size is {1}, or WIDTHxHEIGHT.': '尺寸是 {1}，或 WIDTHxHEIGHT。',
  '{1} takes {2}, no custom size.': '{1} 支持 {2}，不支持自定义尺寸。',
  'Each edge is at most {1} pixels.': '每边最多 {1} 像素。',
  'Each edge is a multiple of {1} pixels.': '每边是 {1} 像素的倍数。',
  'The long edge is at most {1} times the short one.': '长边最多是短边的 {1} 倍。',
  'The picture has {1} to {2} pixels.': '图片有 {1} 到 {2} 像素。',
  'A transparent background needs output_format png.': '透明背景需要 PNG 格式。',
  '{1} takes at most {2} pictures; {3} were given.': '{1} 最多 {2} 张图片；给了 {3} 张。',
  'Priority {1} is not permitted for this account; the highest is {2}.': '这个账户不能用优先级 {1}；最高是 {2}。',
};
