import type { NETWORK_PACKAGE_MESSAGES } from './network-package-messages.ts';

/** Messages about networks that Dropforge installs, in Simplified Chinese. */
export const NETWORK_PACKAGE_MESSAGES_ZH = {
  'network-package.about-u2netp': '体积小、速度快。适合单个物体；对人物和非常杂乱的背景效果较差。',
  'network-package.about-isnet': '精确，对人物也是如此。需要 1.5 GB 内存。',
  'network-package.other-size': '它不是软件包 {name}：大小为 {actual, number} 字节，应为 {expected, number} 字节。',
  'network-package.other-content': '它不是软件包 {name}：校验和不同。',
  'network-package.other-model': '软件包中的网络与预期不符：校验和不同。',
  'network-package.not-unpacked': '无法解压该软件包。',
  'network-package.too-large': '该软件包解压后大于 {max, number} 字节。',
  'network-package.missing': '该软件包不包含 {file}。',
  'network-package.redirect': '服务器重定向到另一个地址。',
  'network-package.busy': '正在安装另一个网络。',
  'network-package.no-runtime':
    '此 Dropforge 不含运行网络所需的 ONNX Runtime。在项目的克隆中使用 Dropforge，在那里 “npm ci” 会安装它。',
  'network-package.not-known': '没有网络“{id}”。可用：{ids}。',
  'network-package.not-installed': '它没有安装。',
  'subject.package': '软件包',
  'subject.network-file': 'ONNX 文件',
  'subject.registry': 'npm_config_registry 中的软件源',
} as const satisfies Readonly<Record<keyof typeof NETWORK_PACKAGE_MESSAGES, string>>;
