import type { LINK_TEXTS } from './link-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** Links that are fetched, in Simplified Chinese. */
export const LINK_TEXTS_ZH: Translated<typeof LINK_TEXTS> = {
  fetch: '获取',
  hint: 'Dropforge 会取回链接里的图片或模型。不带上你的任何信息，也不因此扣费。',
  open: '这是 http 链接：途中的其他人可以看到并改动内容。',
  openBrief: 'http，未加密',
  list: '正在获取的链接',
  asking: '正在连接…',
  part: (bytes, total) => `${bytes} / ${total}`,
  cancel: (name) => `停止获取 ${name}`,
  dropTitle: '松手以获取链接',
  settings: '链接的设置…',
  title: '链接',
  inside: '允许链接指向内部网络',
  insideHelp: '用于你自己服务器上的图片。关闭时，无论链接是谁写的，都不能访问这台电脑和你网络里的其他设备。',
};
