import type { RULE_MESSAGES } from './rule-messages.ts';

/** Messages about rejected requests, by the rules across fields, in Simplified Chinese. */
export const RULE_MESSAGES_ZH = {
  'rule.face-limit':
    '面数必须是 {min, number} 到 {max, number} 个{kind, select, quads {四边面} other {三角面}}；你填的是 {limit, number}。',
  'rule.face-limit-of-model':
    '这里面数必须是 {min, number} 到 {max, number} 个{kind, select, quads {四边面} other {三角面}}；你填的是 {limit, number}。',
  'rule.smart-uv-needs-model': '智能 UV 只用于 v3.0。选择 v3.0，或关闭它。',
  'rule.fast-needs-model': '需要贴图版本 {model}。',
  'rule.fast-needs-texture-version': '“快速”只用于贴图版本 {version}。设置贴图版本，或改用“标准”。',
  'rule.parts-need-no-texture': '部件需要关闭贴图。关闭贴图，或关闭部件。',
  'rule.model-omits': '{model} 不支持 {field}。不设置它，或选择别的模型。',
  'rule.print-check-not-permitted': '这个账户不能做打印检查。关闭它。',
  'rule.vxc-not-permitted': '这个账户不能生成 VXC 文件。关闭它。',
  'rule.vertex-colors-format': '只有 OBJ 和 GLTF 有顶点颜色。',
  'rule.animation-missing': '选一个动画，或最多五个。',
  'rule.animation-twice': '“动画”和“动画片段”只填一个。',
  'rule.view-twice': '视图 {view} 写了两次。合并两条指令。',
  'rule.prompt-or-template': '没有选模板时需要提示词。',
  'rule.model-text-only': '{model} 只能以文生图。选择别的模型。',
  'rule.model-retired': '{model} 已于 {date} 停用。选择更新的模型。',
  'rule.quality-of-model':
    '{model} 不支持质量 {quality}{count, plural, =0 {。不设置质量。} other {，支持 {qualities}。}}',
  'rule.aspect-ratio-form': 'aspect_ratio 必须是 16:9 这样的比例。',
  'rule.no-aspect-ratio': '{model} 不支持宽高比。改用尺寸，或 Banana 模型。',
  'rule.size-form': '尺寸必须是 {sizes}，或 WIDTHxHEIGHT。',
  'rule.no-custom-size': '{model} 支持 {sizes}，不支持自定义尺寸。',
  'rule.longest-edge': '每边最多 {max} 像素。',
  'rule.edge-step': '每边必须是 {step} 像素的倍数。',
  'rule.widest-ratio': '长边最多是短边的 {max} 倍。',
  'rule.pixel-count': '图像必须有 {min, number} 到 {max, number} 像素。',
  'rule.transparency-needs-png': '透明背景需要 PNG 格式。',
  'rule.image-count': '{model} 最多 {max} 张图像；给了 {count} 张。',
  'rule.priority': '这个账户不能用优先级 {priority}；最高是 {max}。',
} as const satisfies Readonly<Record<keyof typeof RULE_MESSAGES, string>>;
