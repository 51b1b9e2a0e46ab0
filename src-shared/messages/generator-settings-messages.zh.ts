import type { GENERATOR_SETTINGS_MESSAGES } from './generator-settings-messages.ts';

/** Messages about the settings of generators, in Simplified Chinese. */
export const GENERATOR_SETTINGS_MESSAGES_ZH = {
  'subject.generators': '生成器设置',
  'generator-settings.not-known': '没有名为“{name}”的生成器。可用：{names}。',
  'generator-settings.name-taken': '“{name}”已存在。先移除它。',
  'generator-settings.name-form': '名称由 1 到 40 个字母、数字、空格、点、连字符和下划线组成。',
  'generator-settings.other-operation': '{name} 不支持 {operation}。',
  'generator-settings.value': '{key}：{reason}。',
  'generator-settings.choose-again': '在对话框中重新选择文件。',
  'generator-settings.whole-path': '输入文件的完整路径。',
} as const satisfies Readonly<Record<keyof typeof GENERATOR_SETTINGS_MESSAGES, string>>;
