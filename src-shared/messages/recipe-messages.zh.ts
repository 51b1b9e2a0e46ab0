import type { RECIPE_MESSAGES } from './recipe-messages.ts';

/** Messages about recipes and their files, in Simplified Chinese. */
export const RECIPE_MESSAGES_ZH = {
  'recipe.takes': '它接受{takes}，而 {name} 是{kind}。',
  'recipe.id-inside': '其中流程的标识是“{id}”。给两者之一改名。',
  'recipe.not-found': '没有这个名称的流程。',
  'recipe.not-found-of': '没有这个名称的流程。可用：{names}。',
  'recipe.id-form': '标识不正确：{rule}',
  'recipe.built-in': '它是内置的，只读。创建副本，或用另一个标识。',
  'recipe.id-taken': '这个标识已被使用。用另一个标识，或先移除那个流程。',
  'recipe.over-1-mb': '它超过 1 MB，这是流程的上限。',
  'recipe.over-23-mb': '它超过 23 MB。流程最多包含 16 MB 的图像。',
  'recipe.file-limit': '流程连同图像最大 23 MB。',
  'recipe.images-invalid': '其中的“pictures”与 SHA-256 不符，或不是有效的 base64。重新导出流程。',
  'recipe.image-not-carried': '第 {step} 步的 {field} 用到“{name}”，这台电脑上没有，文件里也不完整。',
  'recipe.export-again': '在有这些图像的电脑上重新导出流程。',
  'recipe.image-wrong-format': '“{name}”的图像格式与名称不符。',
  'recipe.not-an-object': '它不是流程。流程文件是一个 JSON 对象，其中有 “dropforge_recipe”: 1。',
  'recipe.no-marker': '它不是流程：缺少 “dropforge_recipe”: 1。',
  'recipe.newer-format': '它由更新版本的 Dropforge 保存（格式 {format}；这个版本能读 {supported}）。更新 Dropforge。',

  'subject.recipe': '流程“{id}”',

  'source-kind.picture': '图像',
  'source-kind.views': '一组视图',
  'source-kind.prompt': '提示词',
  'source-kind.model': '模型',

  'recipe-diff.name': '名称：{before} → {after}',
  'recipe-diff.takes': '素材：{before} → {after}',
  'recipe-diff.help': '说明：{before} → {after}',
  'recipe-diff.also': '其他素材：{before} → {after}',
  'recipe-diff.file-damaged': '现有的文件已损坏',
  'recipe-diff.step': '第 {step} 步：{operation}，输入：{source}{settings, select, none {} other {（{settings}）}}',
  'recipe-diff.field': '第 {step} 步（{operation}），{field}：{value}',
  'recipe-diff.field-changed': '第 {step} 步（{operation}），{field}：{before} → {after}',
  'recipe-diff.input-changed': '第 {step} 步（{operation}），输入：{before} → {after}',
  'recipe-diff.exports-changed': '第 {step} 步（{operation}），导出：{before} → {after}',
  'recipe-diff.source': '素材',
  'recipe-diff.step-number': '第 {step} 步',
  'recipe-diff.nothing': '无',
} as const satisfies Readonly<Record<keyof typeof RECIPE_MESSAGES, string>>;
