/**
 * What main says in detail, and the same in Simplified Chinese; `{1}`, `{2}` … stand for what varies, in the order of the
 * English. What is not here, such as the words of the service or of a library, is quoted.
 */
export const DETAILS_ZH: readonly (readonly [english: string, chinese: string])[] = [
  // Money.
  [
    'The limit of {1} credits a day is reached: {2} are spent or held today, and this step costs {3}. It was not ordered.',
    '每日上限 {1} 积分已到：今天已扣和冻结 {2}，这一步要 {3}。没有下单。',
  ],
  [
    'The limit of {1} credits a day for recipe “{2}” is reached: {3} are spent or held today, and this step costs {4}. It was not ordered.',
    '流程“{2}”的每日上限 {1} 积分已到：今天已扣和冻结 {3}，这一步要 {4}。没有下单。',
  ],
  [
    'The limit of {1} credits a day for folder “{2}” is reached: {3} are spent or held today, and this step costs {4}. It was not ordered.',
    '文件夹“{2}”的每日上限 {1} 积分已到：今天已扣和冻结 {3}，这一步要 {4}。没有下单。',
  ],
  [
    'The limit of {1} credits a day is reached: {2} are spent or held today, and nobody knows the price of this step. It was not ordered.',
    '每日上限 {1} 积分已到：今天已扣和冻结 {2}，这一步的价格未知。没有下单。',
  ],
  [
    'After what is on its way {1} credits are left; the next step, of {2} credits, would leave less than the {3} you keep.',
    '除去进行中的，还剩 {1} 积分；下一步要 {2} 积分，之后会低于你要保留的 {3}。',
  ],
  ['This costs {1} credits; you said yes to {2}.', '这要花费 {1} 积分；你同意的是 {2}。'],
  ['This costs {1} credits.', '这要花费 {1} 积分。'],
  ['Write an amount such as 50 or 12.50.', '填写金额，例如 50 或 12.50。'],
  // Folders and files.
  ['Give the whole path of a folder.', '填写文件夹的完整路径。'],
  ['It is no folder.', '它不是文件夹。'],
  ['It is no file.', '它不是文件。'],
  ['It is the whole disk.', '它是整个磁盘。'],
  ['Results go there as well, so it would feed itself.', '结果也存到那里，会循环处理。'],
  ['Results go to {1} inside it, so it would feed itself.', '结果存到其中的 {1}，会循环处理。'],
  ['It lies in {1}, where results go, so it would feed itself.', '它在存放结果的 {1} 里，会循环处理。'],
  ['It is a hot folder already.', '它已经是监视文件夹。'],
  [
    'It and the hot folder {1} lie in one another, so files would be taken twice.',
    '它与监视文件夹 {1} 互相包含，文件会被处理两次。',
  ],
  ['Dropforge keeps its own files there.', 'Dropforge 自己的文件在那里。'],
  ['The system says {1}.', '系统提示 {1}。'],
  ['The name is too long for this disk.', '名称对这个磁盘来说太长。'],
  ['Reading it needed more than there is.', '读取所需的内存不够。'],
  ['The file was moved or removed.', '文件被移动或删除了。'],
  ['The service takes at most 150 MB.', '服务最多接受 150 MB。'],
  ['A recipe has at most 1 MB.', '流程文件最大 1 MB。'],
  ['A prompt has at most {1} characters.', '提示词最多 {1} 个字符。'],
  ['It has {1} characters; a prompt has at most {2}.', '它有 {1} 个字符；提示词最多 {2} 个。'],
  ['Its manifest would be longer than 1 MB.', '它的清单会超过 1 MB。'],
  // The service and the way to it.
  ['It could not be reached a moment ago.', '刚才无法连接。'],
  ['It answered {1}.', '它回应了 {1}。'],
  ['The proxy wants a name and a password.', '代理需要用户名和密码。'],
  ['The proxy answered {1}.', '代理回应了 {1}。'],
  ['Its limit for this minute is reached.', '这一分钟的次数已用完。'],
  ['Its answer is too long.', '它的回应太长。'],
  ['It looks like https://host, nothing after it.', '形如 https://host，后面什么都没有。'],
  ['It must begin with https://, so that the key travels safely.', '必须以 https:// 开头，密钥才能安全传送。'],
  ['A key is one word of letters, digits and signs.', '密钥是由字母、数字和符号组成的一个词。'],
  ['It was ordered with another service or key.', '它是用另一个服务或密钥下单的。'],
  ['No answer came to the order, and no task of it was found yet.', '订单没有收到回应，也还没有找到它的服务任务。'],
  ['The service cancelled it.', '服务端取消了它。'],
  ['It ended there without a model.', '它在那里结束时没有模型。'],
  ['The rig check says no, so the skeleton was not ordered.', '绑定检查未通过，所以没有下骨骼绑定的订单。'],
  ['Dropforge is closing.', 'Dropforge 正在关闭。'],
  ['It did not start.', '它没有启动。'],
  // Getting the result.
  ['The task names no file.', '服务任务没有给出文件。'],
  ['Its address expired.', '下载地址已过期。'],
  ['The service answered {1}.', '服务回应了 {1}。'],
  ['The service gave an address that is none.', '服务给出的地址无效。'],
  ['The service gave an address inside this network ({1}).', '服务给出的地址在内部网络（{1}）。'],
  ['It is larger than 4 GB.', '它超过 4 GB。'],
  ['{1} of {2} bytes arrived.', '{2} 字节中只收到 {1}。'],
  // The queue.
  ['The job is not in the queue.', '任务不在队列里。'],
  ['The job is not finished yet.', '任务还没有完成。'],
  ['The outcome of this job is known by now.', '这个任务的结果现在已经知道了。'],
  ['The files were added already.', '文件已经添加过了。'],
  ['There is no such hot folder.', '没有这个监视文件夹。'],
  ['There is no such sample.', '没有这个示例。'],
  ['The project is no longer known to its program.', '程序已经不认识这个项目。'],
];

/** What main calls things that have no name of their own. */
export const SUBJECTS_ZH: readonly (readonly [english: string, chinese: string])[] = [
  ['The hot folder', '监视文件夹'],
  ['The output folder', '输出文件夹'],
  ['The export folder', '导出文件夹'],
  ['The key', '密钥'],
  ['the cloud service', '云端服务'],
  ['the service this job was ordered at', '这个任务下单的服务'],
  ['Recipe “{1}”', '流程“{1}”'],
  ['The setting “{1}”', '设置“{1}”'],
  ['The target “{1}”', '目标程序“{1}”'],
];

/** The same in Chinese; null where it is not known. */
export function findChinese(english: string, table: typeof DETAILS_ZH): string | null {
  for (const [pattern, chinese] of table) {
    const found = toPattern(pattern).exec(english);
    if (found) return chinese.replaceAll(/\{(\d)\}/g, (_, place: string) => found[Number(place)] ?? '');
  }
  return null;
}

/** Patterns are few and failures rarer: nothing is kept. */
function toPattern(english: string): RegExp {
  const parts = english.split(/\{\d\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+)')}$`, 'su');
}
