import type { Translated } from '../../../app/language/translated.ts';
import type { UPDATE_TEXTS } from './update-texts.ts';

/** Words about newer versions, in Simplified Chinese. */
export const UPDATE_TEXTS_ZH: Translated<typeof UPDATE_TEXTS> = {
  title: '更新',
  ask: '每天查询一次是否有新版本',
  askHelp: '只读取下面地址的一个小文件。不会自动下载或安装。',
  address: '地址',
  addressHelp: '存放 latest.yml、latest-mac.yml 或 latest-linux.yml 的文件夹，使用 https。没有地址就不查询。',
  save: '使用这个地址',
  check: '立即查询',
  asking: '正在查询…',
  status: {
    off: '已关闭，不查询。',
    no_address: '没有可查询的地址，所以不查询。',
    unasked: '还没有查询。',
    current: (version) => `${version} 是最新版本。`,
    newer: (version) => `有新版本 ${version}。`,
    failed: '没能得知。',
  },
  runs: (version) => `这里运行的是版本 ${version}。`,
  released: (day) => `发布于 ${day}。`,
  askedAt: (time) => `查询于 ${time}。`,
  notes: (version) => `${version} 的新内容`,
  noNotes: '更新源没有说明新内容。',
  bar: (version, day) => `有新版本 ${version}${day === '' ? '' : `，发布于 ${day}`}。`,
  open: '打开页面',
  notNow: '以后再说',
  shutUp: (version) => `你对 ${version} 选了“以后再说”；只在这里显示。`,
};
