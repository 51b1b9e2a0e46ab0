import type { GLOSSARY_TEXTS } from './glossary-texts.ts';
import type { Translated } from './translated.ts';

/** The words of Dropforge in Simplified Chinese. */
export const GLOSSARY_TEXTS_ZH: Translated<typeof GLOSSARY_TEXTS> = {
  source: { word: '素材', means: '你提供的图像、提示词或模型文件。' },
  job: { word: '任务', means: '用一个配方处理的一个来源：队列中的一行。' },
  recipe: { word: '流程', means: '一组有名称的操作，包括其设置和输出格式。' },
  step: { word: '步骤', means: '任务中的一个操作，例如生成形状或贴图。' },
  operation: { word: '操作', means: '服务能执行的处理，例如转换模型。' },
  task: { word: '服务任务', means: '服务运行的一个步骤。报告问题时提供其 ID。' },
  service: { word: '服务', means: '生成模型的地方：本机，或使用 API 密钥的云区域。' },
  key: { word: 'API 密钥', means: '用于云区域识别你的身份。保存在系统钥匙串中，之后不再显示。' },
  credits: { word: '积分', means: '服务的货币。任务开始时预留，成功后扣费，失败则退还。' },
  estimate: { word: '预估', means: '扣费之前的预计费用。' },
  cap: { word: '消费上限', means: '每天最多消费的金额。超出的任务会等待你确认。' },
  rehearsal: { word: '演练模式', means: '本机像云服务一样运行，使用测试点数。' },
  library: { word: '资料库', means: '保存所有生成文件的文件夹。' },
  output: { word: '输出文件', means: '任务产生的文件。' },
  exportFolder: { word: '输出文件夹', means: '保存完成的模型的文件夹。3D 程序从这里导入。' },
  hotFolder: { word: '监视文件夹', means: '受监视的文件夹。其中的每个新文件会自动成为任务。' },
  target: { word: '目标程序', means: '接收模型的程序，例如 Blender。' },
  bridge: { word: '桥接插件', means: 'Dropforge 安装到程序中的插件，用于导入完成的模型。' },
  receipt: { word: '回执', means: '程序的报告：导入了什么，或为什么无法导入。' },
};
