import type { CONFIRMATION_MESSAGES } from './confirmation-messages.ts';

/** Messages about changes that a person confirms outside the page, in Simplified Chinese. */
export const CONFIRMATION_MESSAGES_ZH = {
  'confirmation.service': '使用服务 {address}。它会收到你的这个服务的 API 密钥、图像、模型和提示词。{limits}',
  'confirmation.resend': '如果服务 {address} 证明它没有收到某个任务，则不再询问，直接再次发送。',
  'confirmation.service-trust': '信任为服务 {address} 提供的证书和存储，仅用于此服务。',
  'confirmation.generator-command': '在本机以你的权限为每个模型运行此程序：{command}。',
  'confirmation.generator-command-in': '在本机以你的权限为每个模型运行此程序：{command}，位于文件夹 {folder}。',
  'confirmation.generator-address': '将图像和提示词发送给 {address} 的生成器。',
  'confirmation.generator-workflow': '将工作流 {file} 发送给 {address} 的生成器。',
  'confirmation.generator-key-file': '将图像、提示词和文件 {file} 中的 API 密钥发送到 {address}。',
  'confirmation.generator-key-variable': '将图像、提示词和环境变量 {name}（作为 API 密钥）发送到 {address}。',
  'confirmation.generator-credits': '每天在 {address} 花费最多 {credits, number} 积分，不再逐个任务询问。',
  'confirmation.links-inside': '允许指向这台电脑和本地网络的链接。',
  'confirmation.update-feed': '在 {address} 检查更新，并显示它的下载页面。',
  'confirmation.limit': '{limit}：{before} → {after}。',
  'confirmation.daily-limit': '每日上限：{limit}。',
  'confirmation.no-limit': '无',
  'confirmation.credits': '{amount, number, credits} 积分',
  'confirmation.files-at-once': '监视文件夹“{name}”中无需确认的同时新增文件数：{before} → {after}。',
  'confirmation.file': '允许页面使用文件 {file}。',
  'confirmation.folder': '允许页面把文件夹 {folder} 及其中的文件夹用于图像和模型。',
  'confirmation.beyond-limit': '超出每日上限开始 {count} 个任务。',

  'confirmation.title': '允许这个更改吗？',
  'confirmation.origin': '这个更改来自 Dropforge。如果不是你做的，不要允许。',
  'confirmation.allow': '允许',
  'confirmation.cancel': '取消',
  'confirmation.code': '要允许这个更改，在 {minutes} 分钟内把这个代码填入页面：{code}。如果不是你做的，忽略这个代码。',

  'confirmation.elsewhere':
    '在命令行更改：dropforge services add、dropforge services change、dropforge generators add、dropforge budget set。',
  'confirmation.over': '代码已过期，或已被另一个更改取代。',
  'confirmation.wrong-code': '它不是终端里的代码。还可以试 {left} 次。',
  'confirmation.too-many': '错误的代码太多。等 {minutes} 分钟，再重新更改。',
  'subject.code': '代码',
} as const satisfies Readonly<Record<keyof typeof CONFIRMATION_MESSAGES, string>>;
