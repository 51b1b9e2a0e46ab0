import type { Translated } from '../../../app/language/translated.ts';
import type { UPDATE_TEXTS } from './update-texts.ts';

/** Words about newer versions, in Simplified Chinese. */
export const UPDATE_TEXTS_ZH: Translated<typeof UPDATE_TEXTS> = {
  title: '更新',
  ask: '每天检查更新',
  askHelp: 'Dropforge 会从以下地址读取一个小文件及其签名。除非你要求，否则不下载任何内容。',
  automatic: '自动下载更新',
  automaticHelp: '更新在你退出 Dropforge 时安装，但付费任务运行期间不会安装。',
  address: '更新源',
  addressHelp: '包含 latest.yml、latest-mac.yml 或 latest-linux.yml 的文件夹的 HTTPS 地址。留空则不检查更新。',
  save: '保存地址',
  check: '立即检查',
  asking: '正在检查…',
  status: {
    off: '更新检查已关闭。',
    no_address: '未设置更新源。',
    unasked: '尚未检查。',
    current: (version) => `${version} 是最新版本。`,
    staged: '新版本正在分阶段发布，尚未轮到这台电脑。',
    newer: (version) => `有新版本 ${version}。`,
    failed: '无法检查更新。',
  },
  runs: (version) => `这里运行的是版本 ${version}。`,
  released: (day) => `发布于 ${day}。`,
  checkedAt: (time) => `查询于 ${time}。`,
  notes: (version) => `${version} 的新内容`,
  noNotes: '没有发行说明。',
  bar: (version, day) => `有新版本 ${version}${day === '' ? '' : `，发布于 ${day}`}。`,
  open: '打开下载页面',
  download: '下载更新',
  downloading: (version, bytes, total) => `正在下载版本 ${version}：${bytes}，共 ${total}。`,
  ready: (version) => `版本 ${version} 已就绪，退出 Dropforge 时安装。`,
  install: '重启并安装',
  notNow: '以后再说',
  shutUp: (version) => `你对 ${version} 选了“以后再说”；只在这里显示。`,
};
