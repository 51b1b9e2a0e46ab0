import type { Translated } from '../../../app/language/translated.ts';
import type { MASK_TEXTS } from './mask-texts.ts';

/** Chinese texts of the mask dialog. */
export const MASK_TEXTS_ZH: Translated<typeof MASK_TEXTS> = {
  open: '遮罩…',
  openFor: (name) => `遮罩… ${name}`,
  title: (name) => `${name} 的遮罩`,
  lead: '模型根据主体生成。着色的区域是背景。',
  choices: '遮罩',
  methods: { automatic: '自动', built_in: '内置', whole_image: '整张图像', painted: '手绘' },
  used: { built_in: '内置遮罩', whole_image: '整张图像', painted: '手绘遮罩' },
  explained: {
    automatic: '由服务分离主体。这里显示的是这台电脑的内置遮罩。',
    built_in: '发送带有内置遮罩的图像。',
    whole_image: '图像中的全部内容都是主体。',
    painted: '发送带有手绘遮罩的图像。',
  },
  foundBy: {
    alpha: '它取自图像的透明度。',
    border: '它根据纯色背景得出。',
    network: '它由网络得出。',
    grab_cut: '背景杂乱：检查轮廓。',
    whole_frame: '没有找到主体：用画笔标出，或使用整张图像。',
  },
  reading: '正在查找主体…',
  noOriginal: '“自动”不可用：原始图像已不存在。',
  empty: '没有标出主体。用画笔绘制主体。',
  tool: '工具',
  brush: '画笔',
  eraser: '橡皮擦',
  brushHint: '画笔：加入主体 (B)',
  eraserHint: '橡皮擦：从主体中移除 (E)',
  size: '大小',
  pixels: (count) => `${count} 像素`,
  undo: '撤销',
  redo: '重做',
  reset: '重置',
  canvas: '遮罩绘制区',
  keys: '方向键移动画笔，空格键绘制。[ 和 ] 改变大小。',
  done: '完成',
  review: {
    title: '新文件',
    option: '单张图像也先显示，再成为任务',
    help: '例如用来检查遮罩。默认只在有多个文件或需要点数时先显示。',
  },
};
