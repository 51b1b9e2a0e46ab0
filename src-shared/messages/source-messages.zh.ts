import type { SOURCE_MESSAGES } from './source-messages.ts';

/** Messages about folders, files and links, in Simplified Chinese. */
export const SOURCE_MESSAGES_ZH = {
  'folder.whole-path': '填写文件夹的完整路径。',
  'folder.dialog-only': '在文件夹对话框里选择文件夹。',
  'folder.not-allowed':
    '这个页面只能使用 {folders} 以及其中的文件夹。要允许这个文件夹，退出 Dropforge，运行 dropforge folders allow "{folder}"，然后重新启动。',
  'folder.not-a-folder': '它不是文件夹。',
  'folder.whole-disk': '它是整个磁盘。',
  'folder.results-same': '结果也保存到这个文件夹，会被重复处理。',
  'folder.results-inside': '结果保存到其中的 {folder}，会被重复处理。',
  'folder.inside-results': '它在保存结果的 {folder} 里，结果会被重复处理。',
  'folder.already-hot': '它已经是监视文件夹。',
  'folder.overlaps': '它与监视文件夹 {folder} 互相包含，文件会被处理两次。',
  'folder.own-files': 'Dropforge 自己的文件在那里。',
  'folder.no-such-hot-folder': '没有这个监视文件夹。',
  'folder.cannot-open': '这个页面不能打开文件夹。在文件管理器里打开 {folder}。',

  'file.not-a-file': '它不是文件。',
  'file.system-code': '系统报告 {code}。',
  'file.name-too-long': '名称对这个磁盘来说太长。',
  'file.reading-too-slow': '读取它用了一分多钟。',
  'file.description-too-long': '它的描述信息超过 1 MB。',
  'file.reading-out-of-memory': '读取它需要的内存太多。',
  'file.reading-crashed': '读取文件的程序在此中止。',
  'file.moved': '文件被移动或移除了。',
  'file.changed-while-sending': '上传时文件变了。关闭正在写入它的程序。',
  'file.became-link': '它被换成了指向其他文件的链接。',
  'file.upload-limit': '服务接受最大 150 MB 的文件。',
  'file.over-upload-limit': '它有 {size} MB；服务接受最大 150 MB 的文件。',
  'file.splats': '它只含点或高斯泼溅，没有表面。将模型导出为 GLB、OBJ 或 STL。',

  'prompt.limit': '提示词最多 {max} 个字符。',
  'prompt.over-limit': '它有 {length} 个字符；提示词最多 {max} 个。',

  'asset.manifest-too-long': '它的清单会超过 1 MB。',
  'asset.too-many-files': '它有 {count} 个文件；程序最多接受 {max} 个。',

  'sidecar.not-json': '它不是有效的 JSON：{reason}。',
  'sidecar.too-long': '对一个素材的设置来说太长。',

  'link.too-long': '链接太长。',
  'link.not-a-link': '它不是有效的地址。',
  'link.scheme': '只支持 https 和 http 链接。',
  'link.downgrade': '它从 https 重定向到 http。',
  'link.credentials': '不支持包含用户名或密码的链接。',
  'link.own-address': '它指向 Dropforge 自身。',
  'link.data-too-large': '链接包含的数据太多。先保存图像再拖入文件。',
  'link.too-many-redirects': '它重定向超过 {max} 次。',
  'link.timeout': '下载用时超过 {seconds} 秒。',
  'link.size-limit': '通过链接下载的上限为 {max} MB。',
  'link.no-such-host': '主机不存在。',
  'link.host-lookup-failed': '无法查询主机地址。',
  'link.no-answer': '主机没有响应。',
  'link.connection-ended': '连接提前关闭。',
  'link.connection-failed': '连接失败（{code}）。',
  'link.too-many': '同时下载的链接太多。',
  'link.status': '服务器返回 {status}。',

  'subject.hot-folder': '监视文件夹',
  'subject.output-folder': '输出文件夹',
} as const satisfies Readonly<Record<keyof typeof SOURCE_MESSAGES, string>>;
