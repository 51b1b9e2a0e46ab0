import type { GLOSSARY_TEXTS } from './glossary-texts.ts';
import type { Translated } from './translated.ts';

/** The words of Dropforge in Simplified Chinese. */
export const GLOSSARY_TEXTS_ZH: Translated<typeof GLOSSARY_TEXTS> = {
  source: { word: '素材', means: '你给的东西：图片、文字，或模型文件。' },
  job: { word: '任务', means: '一份素材走一遍一个流程：队列里的一行。' },
  recipe: { word: '流程', means: '有名称的一串步骤，带着各自的设置，以及结果存到哪里。' },
  step: { word: '步骤', means: '任务途中制作或修改的一件事，例如形状或贴图。' },
  operation: { word: '操作', means: '服务在一个步骤里能做的事。' },
  task: { word: '服务任务', means: '服务端所知的一个步骤；反馈问题时用它的 ID。' },
  service: { word: '服务', means: '由谁制作模型：本机，或带密钥的云端区域。' },
  key: { word: '密钥', means: '云端区域凭它认出你。它保存在系统的钥匙串里，之后不再显示。' },
  credits: { word: '积分', means: '服务的货币。步骤开始时冻结，成功后扣除，失败则退还。' },
  estimate: { word: '预估', means: '扣费之前所知的价格。' },
  cap: { word: '上限', means: '一天最多花多少；超出的等你决定。' },
  rehearsal: { word: '演练模式', means: '本机按云端的规则运行，使用演练积分。' },
  library: { word: '资料库', means: '保存所有做好的文件的文件夹。' },
  output: { word: '输出文件', means: '任务做出来的一个文件。' },
  exportFolder: { word: '导出文件夹', means: '做好的模型出现在这里；程序从这里取用。' },
  hotFolder: { word: '监视文件夹', means: '新文件会自动成为任务的文件夹。' },
  target: { word: '目标程序', means: '接收模型的程序，例如 Blender。' },
  bridge: { word: '桥接插件', means: 'Dropforge 放进程序里的插件，让它导入做好的模型。' },
  receipt: { word: '回执', means: '目标程序的回答：导入了什么，或为什么没有。' },
};
