import type { LINK_TEXTS } from './link-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** Links that are fetched, in Simplified Chinese. */
export const LINK_TEXTS_ZH: Translated<typeof LINK_TEXTS> = {
  fetch: '下载',
  hint: 'Dropforge 会从此链接下载图像或模型，不消耗积分。',
  open: '此链接使用 http，网络中的其他人可以读取或更改该文件。',
  openBrief: 'http，未加密',
  list: '正在下载',
  asking: '正在连接…',
  part: (bytes, total) => `${bytes} / ${total}`,
  cancel: (name) => `取消下载 ${name}`,
  dropTitle: '松开以下载链接',
  settings: '链接设置…',
  title: '链接',
  inside: '允许指向本地网络的链接',
  insideHelp: '要从自己的服务器下载时打开。关闭时，指向本机或本地网络的链接会被阻止。',
};
