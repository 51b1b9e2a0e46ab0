import type { Translated } from '../../../app/language/translated.ts';
import type { NETWORK_TEXTS } from './network-texts.ts';

/** The texts about networks for masks and depth in Simplified Chinese. */
export const NETWORK_TEXTS_ZH: Translated<typeof NETWORK_TEXTS> = {
  uses: {
    masks: {
      title: '杂乱背景的遮罩',
      help: '在内置引擎生成模型之前，把主体与杂乱的背景分开。纯色和透明背景始终使用内置遮罩。',
      builtIn: '内置遮罩',
      builtInAbout: '基于规则。适合纯色背景。',
    },
    depth: {
      title: '单张图像的深度',
      help: '内置引擎根据单张图像生成模型时，估计浮雕的深度。',
      builtIn: '根据轮廓（内置）',
      builtInAbout: '基于规则。由主体的轮廓隆起成形。',
    },
  },
  ownFile: (name) => `你的文件 ${name}`,
  ownFileAbout: (device) => `${device}。选择其他项不会删除该文件。`,
  devices: { cpu: '处理器', gpu: '显卡' },
  useFile: '使用自己的文件…',
  changeFile: '更改你的文件…',
  inUse: '使用中',
  use: '使用',
  install: '安装…',
  remove: '移除…',
  installing: '正在安装…',
  downloading: (bytes, total) => `${bytes} / ${total}`,
  cancel: '取消',
  progress: (title) => `安装 ${title}`,
  question: {
    title: (title) => `移除 ${title}？`,
    body: (bytes) => `这会从这台电脑上删除它的文件。以后再用需要重新下载 ${bytes} 并再次接受许可。`,
    act: '移除网络',
  },
  fileDialog: {
    titles: { masks: '用于遮罩的文件', depth: '用于深度的文件' },
    lead: 'ONNX 文件中的神经网络。',
    file: 'ONNX 文件',
    device: '设备',
    deviceHelp: '没有受支持的显卡时使用处理器。',
    more: '网络的图像尺寸、均值和标准差可用 “dropforge networks use-file” 或在配置中设置。',
    act: '使用文件',
  },
  dialog: {
    title: (title) => `安装 ${title}`,
    lead: '安装前先阅读许可。',
    package: 'npm 软件包',
    size: '下载大小',
    licenses: { package: '软件包的许可', network: '网络的许可' },
    link: '链接',
    kept: '这台电脑上只保留网络和许可文本。不会运行软件包中的任何代码。',
    source: '安装来源',
    download: '从 npm 下载',
    file: '已下载的文件',
    choose: '选择文件…',
    noFile: '未选择文件',
    path: '文件的完整路径',
    accept: '接受并安装',
  },
};
