import type { Translated } from '../../../app/language/translated.ts';
import type { ONBOARDING_TEXTS } from './onboarding-texts.ts';

/** Samples that come with the app, by their names. */
const SAMPLES: Readonly<Record<string, string>> = { fox: '狐狸', mug: '杯子', rocket: '火箭' };

/** Texts of the first view, shown while there are no jobs, in Simplified Chinese. */
export const ONBOARDING_TEXTS_ZH: Translated<typeof ONBOARDING_TEXTS> = {
  title: '拖入图像，得到模型',
  body: '将图像、文件夹或模型拖到窗口中的任意位置。每张图像会生成一个模型。',
  choose: '选择图像',
  paste: '粘贴复制的图像：',
  kinds: 'JPEG、PNG、WebP、BMP、TIFF、GIF、AVIF · GLB、FBX、OBJ…',
  samples: '或者试试示例',
  samplesFree: '在本机几秒内生成，免费',
  sampleKind: '一张图像',
  sampleTitle: (name, own) => SAMPLES[name] ?? own,
  project: {
    title: '第一个项目',
    offer: '第一次使用？一分钟内生成模型、修改模型并找到文件。',
    start: '开始第一个项目',
    decline: '不用了',
    progress: (step, of, words) => `第一个项目，第 ${step} 步，共 ${of} 步：${words}`,
    steps: {
      source: '将图像拖到窗口中，或选择一个示例。',
      generate: '正在生成模型。进度显示在任务行中。',
      look: '在查看器中拖动以旋转模型，或按 T。',
      operation: '选择“操作…”，再选择“减面”并运行。',
      output: '文件在输出文件夹中，并列在这里。点击一个文件，或选择“导出为…”。',
    },
    show: '显示控件',
    skip: '跳过此步',
    finish: '完成',
    end: '结束',
  },
  whereMade: '服务',
  whereGo: '输出文件夹',
  recipe: '流程',
  formats: '输出格式',
  localHelp: '草稿质量：形状取自图像的轮廓。适合搭建粗模和试验流程。',
  localFacts: ['无需账号', '可离线使用', '图像保留在本机'],
  cloudNeeds: '需要 API 密钥',
  cloudHelp: '完整质量。图像会发送到服务。任务开始时冻结积分，成功后扣费，失败则退还。消耗积分前 Dropforge 会先询问。',
  oneRegion: '一个 API 密钥只能用于一个区域。',
  aModel: (price) => `每个模型预估 ${price}`,
};
