import type { ErrorMessages, ErrorText } from './error-messages.ts';
import { translateToChinese } from './translate-to-chinese.ts';

/** What the page says of failures in Simplified Chinese; details nobody translated are quoted in their English. */
export const ERROR_MESSAGES_ZH: ErrorMessages = {
  unnamed: '这个文件',
  words: {
    source_replaced: (_, name) => say(`${name} 在发送之前被另一个文件替换了。`, '新文件有自己的任务。'),
    sidecar_wrong: ({ detail }, name) => say(`${name} 无法使用。`, '改正后和素材一起放回去。', detail),
    front_missing: (_, name) =>
      say(`${name} 有视图，但缺少正面。`, '把名为 …_front 的正面视图放到旁边；其余的会等它。'),
    half_written: (_, name) => say(`${name} 不完整，已有一分钟没有写入。`, '重新复制；完整之后会自动处理。'),
    folder_feeds_itself: ({ detail }, name) => say(`${name} 不能作为监视文件夹。`, '选择其他文件夹。', detail),
    folder_watched_elsewhere: ({ detail }, name) =>
      say(`另一个 Dropforge 正在监视 ${name}。`, '那里的文件由另一个处理，只做一次；关闭它就由这里接手。', detail),
    folder_gone: (_, name) => say(`${name} 不存在或无法读取。`, '每隔几秒会再找一次；已取走的文件不会丢失。'),
    not_a_text: (_, name) => say(`${name} 不是纯文本。`, '存为纯文本（UTF-8），再添加一次。'),
    prompt_too_long: ({ detail }, name) => say(`${name} 太长。`, '缩短后再添加一次。', detail),
    not_a_picture: (_, name) => say(`${name} 不是图片。`, '选择 JPEG、PNG、WebP、BMP 或 TIFF。'),
    not_a_model: ({ detail }, name) =>
      say(`${name} 不是可读取的模型。`, '选择 GLB、glTF、FBX、OBJ、STL、3MF 或 USDZ 文件。', detail),
    file_empty: (_, name) => say(`${name} 是空的。`, '重新保存，再拖入一次。'),
    file_truncated: (_, name) => say(`${name} 不完整，结尾缺失。`, '重新复制或保存，然后重试。'),
    picture_too_large: ({ detail }, name) => say(`${name} 太大。`, '存得小一些，然后重试。', detail),
    file_too_large: ({ detail }, name) => say(`${name} 太大。`, '换一个小一些的文件。', detail),
    file_missing: (_, name) => say(`${name} 不在原来的位置。`, '放回去再重试，或重新拖入。'),
    reference_missing: (_, name) =>
      say(
        `步骤所参照的图片 ${name} 已不在资料库中，或已被改动。该步骤没有发送，也没有扣费。`,
        '在表单中重新选择同一张图片再重试，或换一张图片重新下单。',
      ),
    file_unreadable: ({ detail }, name) => say(`${name} 无法读取。`, '确认你有权打开它，然后重试。', detail),
    folder_without_pictures: (_, name) =>
      say(`${name} 里没有图片或模型。`, '选择含有 JPEG、PNG、WebP、BMP、TIFF 图片或含有模型的文件夹。'),
    unsupported_file: (_, name) =>
      say(
        `${name} 不是 Dropforge 能读取的图片或模型。`,
        '选择 JPEG、PNG、WebP、BMP、TIFF，或 GLB、glTF、FBX、OBJ、STL、3MF、USDZ。',
      ),
    link_wrong: ({ detail }, name) => say(`没有打开链接 ${name}。`, '粘贴以 https:// 开头的地址，或拖入文件。', detail),
    link_inside: (_, name) =>
      say(
        `链接 ${name} 指向内部网络或这台电脑，未被允许。`,
        '保存文件再拖入，或在设置中允许这类链接；在命令行用 --links-inside。',
      ),
    link_page: (_, name) => say(`链接 ${name} 打开的是网页，不是图片。`, '打开网页，复制图片本身的地址。'),
    link_failed: ({ detail }, name) => say(`链接 ${name} 没有取到文件。`, '在浏览器里检查链接，然后重试。', detail),
    disk_full: ({ detail }, name) =>
      say(`磁盘已满：${name}。`, '腾出空间，然后重试。不会重复制作，也不会重复扣费。', detail),
    folder_unwritable: ({ detail }, name) =>
      say(`${name} 无法写入。`, '选择其他导出文件夹，或允许写入，然后重试。', detail),
    invalid_api_key: () => say('服务拒绝了密钥。', '一个密钥只在一个区域有效：检查区域，或粘贴另一个密钥。'),
    no_api_key: (_, name) => say(`${name} 没有密钥。`, '在设置中添加，它的任务就会自动继续；或在本机运行。'),
    insufficient_credits: ({ detail, subject }) =>
      say(subject === null ? '积分不足。' : `${subject} 的积分不足。`, '充值后继续；或在本机制作，免费。', detail),
    balance_low: ({ detail, subject }) =>
      say(
        `${subject === null ? '队列' : `${subject} 的任务`}在下一项花费之前暂停了。`,
        '充值或调低上限，然后继续。',
        detail,
      ),
    over_cap: ({ detail }) => say('超出上限。', '每天会重新检查。现在继续即越过上限，也可以提高上限。', detail),
    needs_yes: ({ detail }) =>
      say('需要你同意。', '什么都没有添加，未扣费。同意总额即可继续；在命令行用 --yes。', detail),
    maybe_ordered: (_, name) =>
      say(
        `${name} 之前就在监视文件夹里，现在不知道它后来怎样：可能已经下单并扣费。`,
        '先查看任务和在服务端找到的任务，再确认或不做。',
      ),
    bad_request: ({ detail }) => say('服务不接受这份订单。', '更改提到的设置，然后重试。', detail),
    moderation: () => say('服务拒绝了这张图片（内容审核）。', '换一张图片也许能通过；同一张不会。'),
    queue_timeout: () => say('订单在服务端排队太久。', '重试。'),
    task_failed: ({ detail }, name) => say(`没能用 ${name} 做出模型。`, '换一张图片，或重试。', detail),
    task_missing: ({ detail }) =>
      say('服务端已没有这份订单。', '检查密钥，然后再查一次。Dropforge 不会自动重复发送。', detail),
    found_over: ({ detail }) =>
      say('这个服务任务是在服务端找到的。', '这里不知道当时是怎样下单的：用它的图片重新制作。', detail),
    not_riggable: ({ detail }, name) => say(`${name} 无法绑定骨骼。`, '展示全身，手臂和腿分开，或换一个流程。', detail),
    outcome_unknown: () =>
      say('服务没有回应。模型可能已经扣费。', 'Dropforge 不会自动重复发送。继续查询、重新发送，或放弃。'),
    rate_limited: () => say('服务要求等待。', 'Dropforge 会自动继续。'),
    offline: ({ detail }) => say('无法连接服务。', '检查网络。Dropforge 会自动继续。', detail),
    service_error: ({ detail }) => say('服务端出了故障。', 'Dropforge 会自动重试。', detail),
    local_service_down: ({ detail }) => say('本机服务停止了。', 'Dropforge 会自动重新启动它。', detail),
    download_failed: ({ detail }) => say('模型已做好，但没能取回。', '重试。不会再次扣费。', detail),
    result_damaged: ({ detail }) => say('收到的文件已损坏。', '重试。重新取回不收费。', detail),
    library_damaged: (_, name) =>
      say(`${name} 在资料库中的一个文件与收到时不同。`, '放回去再重试，或重新制作，那会重新扣费。'),
    too_many_files: ({ detail }, name) =>
      say(`${name} 的文件太多，不能作为一个资产。`, '资料库里是完整的。选择单文件的格式，例如 GLB。', detail),
    home_locked: ({ detail }) => say('Dropforge 已经在这里运行。', '使用正在运行的那个，或指定另一个 --home。', detail),
    port_taken: ({ detail }) => say('端口被占用。', '指定另一个 --port，或不指定。', detail),
    program_missing: ({ detail }, name) =>
      say(`在这台电脑上没有找到 ${name}。`, '安装它，或指明它的位置，然后重试。', detail),
    bridge_failed: ({ detail }, name) =>
      say(`${name} 的桥接插件有问题。`, '处理后重试；导出文件夹里的模型会等着。', detail),
    updates_unknown: ({ detail }) => say('没能得知是否有新版本。', '一天后会再查。检查设置里的地址。', detail),
    config_invalid: ({ detail }, name) => say(`${name} 无法使用。`, '改正后重新开始。', detail),
    queue_rebuilt: ({ detail }) =>
      say(
        '任务列表损坏，已经重建。',
        '重建没有扣费。已扣费的模型会到服务端查找；先看那里，再把还在等待的重新拖入。之前就在监视文件夹里的，花费积分时等你同意。',
        detail,
      ),
    not_found: ({ detail }) => say('它已经不存在。', '重新加载列表。', detail),
    bug: ({ detail }) => say('Dropforge 内部出了问题。', '重试。如果再次发生，把它报告给我们。', detail),
  },
};

/** The detail stands behind what happened: in Chinese where that is known, else quoted. */
function say(happened: string, next: string, detail = ''): ErrorText {
  const quoted = detail.trim().replace(/\.$/, '');
  const known = translateToChinese(detail.trim()) ?? (quoted === '' ? '' : `原文：“${quoted}”。`);
  return { happened: `${happened}${known}`, next };
}
