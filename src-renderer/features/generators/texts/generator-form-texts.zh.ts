import type { Translated } from '../../../app/language/translated.ts';
import type { GENERATOR_FORM_TEXTS } from './generator-form-texts.ts';

/** The texts of the form for generators in Simplified Chinese. */
export const GENERATOR_FORM_TEXTS_ZH: Translated<typeof GENERATOR_FORM_TEXTS> = {
  title: '添加生成器',
  act: '添加',
  adding: '正在添加…',
  edit: (name) => `编辑 ${name}`,
  save: '保存',
  saving: '正在保存…',
  kind: '类型',
  name: '名称',
  nameHelp: '显示在结果中。',
  url: '地址',
  urlHelp: '其他电脑上的服务器会收到你的图像。它没有身份验证，因此必须在本地网络中。',
  serviceHelp: '服务的地址。它会收到你的图像和提示词。',
  workflow: '工作流',
  workflowHelp: '在 ComfyUI 中用“导出（API）”导出的文件。',
  keyFile: 'API 密钥文件',
  keyFileHelp: '包含该服务 API 密钥的文件。',
  program: '程序',
  programHelp: 'Dropforge 会以你的权限为每个模型启动它，并由你确认。',
  words: '参数',
  wordsHelp: '含空格的参数要加引号。',
  choose: '选择文件…',
  noFile: '未选择文件',
  path: '文件的完整路径',
  unchanged: (name) => `不变：${name}`,
  texture: '服务器带有贴图模型',
  supports: '支持',
  licence: '模型有各自的许可。有些不允许商业用途。',
};
