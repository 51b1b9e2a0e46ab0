import type { ERROR_DETAILS } from './error-details.ts';

/** Details of failures in Simplified Chinese; `{1*}`: what stands there is translated, too. */
export const ERROR_DETAILS_ZH: Readonly<Record<(typeof ERROR_DETAILS)[number], string>> = {
  // Money.
  'The limit of {1} credits a day is reached: {2} are spent or held today, and this step costs {3}. It was not ordered.':
    '每日上限 {1} 积分已到：今天已扣和冻结 {2}，这一步要 {3}。没有下单。',
  'The limit of {1} credits a day for recipe “{2}” is reached: {3} are spent or held today, and this step costs {4}. It was not ordered.':
    '流程“{2}”的每日上限 {1} 积分已到：今天已扣和冻结 {3}，这一步要 {4}。没有下单。',
  'The limit of {1} credits a day for folder “{2}” is reached: {3} are spent or held today, and this step costs {4}. It was not ordered.':
    '文件夹“{2}”的每日上限 {1} 积分已到：今天已扣和冻结 {3}，这一步要 {4}。没有下单。',
  'The limit of {1} credits a day is reached: {2} are spent or held today, and nobody knows the price of this step. It was not ordered.':
    '每日上限 {1} 积分已到：今天已扣和冻结 {2}，这一步的价格未知。没有下单。',
  'The limit of {1} credits a day for recipe “{2}” is reached: {3} are spent or held today, and nobody knows the price of this step. It was not ordered.':
    '流程“{2}”的每日上限 {1} 积分已到：今天已扣和冻结 {3}，这一步的价格未知。没有下单。',
  'The limit of {1} credits a day for folder “{2}” is reached: {3} are spent or held today, and nobody knows the price of this step. It was not ordered.':
    '文件夹“{2}”的每日上限 {1} 积分已到：今天已扣和冻结 {3}，这一步的价格未知。没有下单。',
  'After what is on its way {1} credits are left; the next step, of {2} credits, would leave less than the {3} you keep.':
    '除去进行中的，还剩 {1} 积分；下一步要 {2} 积分，之后会低于你要保留的 {3}。',
  'After what is on its way {1} credits are left; the next step, of unknown price, would leave less than the {2} you keep.':
    '除去进行中的，还剩 {1} 积分；下一步价格未知，之后可能低于你要保留的 {2}。',
  'This costs {1} credits; you said yes to {2}.': '这要花费 {1} 积分；你同意的是 {2}。',
  'This costs {1} credits, and what {2} of unknown price will be charged besides; you said yes to {3}.':
    '这要花费 {1} 积分，另加价格未知的{2*}；你同意的是 {3}。',
  'This costs {1} credits, and what {2} of unknown price will be charged besides.':
    '这要花费 {1} 积分，另加价格未知的{2*}。',
  'This costs {1} credits.': '这要花费 {1} 积分。',
  'Write an amount such as 50 or 12.50.': '填写金额，例如 50 或 12.50。',
  '“{1}” is no amount of credits such as 50 or 12.50.': '“{1}”不是积分金额，例如 50 或 12.50。',
  'The total you said yes to is no amount of credits: “{1}”.': '你同意的总额不是积分金额：“{1}”。',
  // Folders and files.
  'Give the whole path of a folder.': '填写文件夹的完整路径。',
  'It is no folder.': '它不是文件夹。',
  'It is no file.': '它不是文件。',
  'It is the whole disk.': '它是整个磁盘。',
  'Results go there as well, so it would feed itself.': '结果也存到那里，会循环处理。',
  'Results go to {1} inside it, so it would feed itself.': '结果存到其中的 {1}，会循环处理。',
  'It lies in {1}, where results go, so it would feed itself.': '它在存放结果的 {1} 里，会循环处理。',
  'It is a hot folder already.': '它已经是监视文件夹。',
  'It and the hot folder {1} lie in one another, so files would be taken twice.':
    '它与监视文件夹 {1} 互相包含，文件会被处理两次。',
  'Dropforge keeps its own files there.': 'Dropforge 自己的文件在那里。',
  'The system says {1}.': '系统提示 {1}。',
  'The name is too long for this disk.': '名称对这个磁盘来说太长。',
  'Reading it needed more than there is.': '读取所需的内存不够。',
  'The file was moved or removed.': '文件被移动或删除了。',
  'It changed while it was being sent; whatever writes to it has to end first.':
    '发送时文件变了；要等写入它的程序结束。',
  'The service takes at most 150 MB.': '服务最多接受 150 MB。',
  'It has {1} MB; the service takes 150.': '它有 {1} MB；服务最多接受 150 MB。',
  'A recipe has at most 23 MB with its pictures.': '流程文件连同图片最大 23 MB。',
  'A prompt has at most {1} characters.': '提示词最多 {1} 个字符。',
  'It has {1} characters; a prompt has at most {2}.': '它有 {1} 个字符；提示词最多 {2} 个。',
  'Its manifest would be longer than 1 MB.': '它的清单会超过 1 MB。',
  'There are {1}; programs read at most {2}.': '共有 {1} 个；程序最多读取 {2} 个。',
  'It is no JSON: {1}.': '它不是 JSON：{1}。',
  'It is too long to be about one source.': '它太长，不像是关于一个素材的。',
  'Here no folder can be opened; it lies in {1}.': '这里不能打开文件夹；它在 {1}。',
  // Links.
  'It is too long.': '它太长。',
  'It is not a valid address.': '它不是有效的地址。',
  'Only https and http links are supported.': '只支持 https 和 http 链接。',
  'It redirects from https to http.': '它从 https 重定向到 http。',
  'Links with a user name or password are not supported.': '不支持包含用户名或密码的链接。',
  'It points to Dropforge itself.': '它指向 Dropforge 自身。',
  'It contains too much data for a link. Save the image and drop the file instead.':
    '链接包含的数据太多。先保存图片再拖入文件。',
  'It redirects more than {1} times.': '它重定向超过 {1} 次。',
  'The download took longer than {1} seconds.': '下载用时超过 {1} 秒。',
  'Downloads from links are limited to {1} MB.': '通过链接下载的上限为 {1} MB。',
  'The host does not exist.': '主机不存在。',
  'Could not look up the host.': '无法查询主机地址。',
  'The host does not respond.': '主机没有响应。',
  'The connection was closed early.': '连接提前关闭。',
  'The connection failed ({1}).': '连接失败（{1}）。',
  'Too many downloads at the same time.': '同时下载的链接太多。',
  // The service and the way to it.
  'It could not be reached a moment ago.': '刚才无法连接。',
  'It answered {1}.': '它回应了 {1}。',
  'It answered in an encoding that was not asked for.': '它用了没有要求的编码回应。',
  'It answered something that is not in its interface.': '它的回应不符合接口。',
  'The proxy wants a name and a password.': '代理需要用户名和密码。',
  'The proxy answered {1}.': '代理回应了 {1}。',
  'Dropforge speaks to HTTP and HTTPS proxies only; name one in HTTPS_PROXY.':
    'Dropforge 只支持 HTTP 和 HTTPS 代理；在 HTTPS_PROXY 里指定一个。',
  'Its limit for this minute is reached.': '这一分钟的次数已用完。',
  'Its answer is too long.': '它的回应太长。',
  'It looks like https://host, nothing after it.': '形如 https://host，后面什么都没有。',
  'It must begin with https://, so that the key travels safely.': '必须以 https:// 开头，密钥才能安全传送。',
  'A key is one word of letters, digits and signs.': '密钥是由字母、数字和符号组成的一个词。',
  'There is no service “{1}”. Known: {2}.': '没有服务“{1}”。已有：{2}。',
  '“{1}” is there already; remove it first.': '“{1}”已经存在；先移除它。',
  'A name has up to 32 letters, digits, dots and dashes.': '名称最多 32 个字母、数字、点和短横线。',
  'It was ordered with another service or key.': '它是用另一个服务或密钥下单的。',
  'No answer came to the order, and no task of it was found yet.': '订单没有收到回应，也还没有找到它的服务任务。',
  'The service cancelled it.': '服务端取消了它。',
  'The service calls its state “{1}”.': '服务称它的状态为“{1}”。',
  'Task {1}.': '服务任务 {1}。',
  'It ended there without a model.': '它在那里结束时没有模型。',
  'The rig check says no, so the skeleton was not ordered.': '绑定检查未通过，所以没有下骨骼绑定的订单。',
  'The rig check says no, so the skeleton was not ordered. What was made stays, and stays charged: {1}.':
    '绑定检查未通过，所以没有下骨骼绑定的订单。已做好的保留，费用不退：{1}。',
  'The rig check says {1}, and {2} was asked for, so the skeleton was not ordered.':
    '绑定检查结果是 {1}，而要求的是 {2}，所以没有下骨骼绑定的订单。',
  'The rig check says {1}, and {2} was asked for, so the skeleton was not ordered. What was made stays, and stays charged: {3}.':
    '绑定检查结果是 {1}，而要求的是 {2}，所以没有下骨骼绑定的订单。已做好的保留，费用不退：{3}。',
  'Dropforge is closing.': 'Dropforge 正在关闭。',
  'It did not start.': '它没有启动。',
  'Port {1} for webhooks is not to be had.': '用于 Webhook 的端口 {1} 无法使用。',
  'Port {1} ({2}).': '端口 {1}（{2}）。',
  // The system’s code of a failure.
  '({1})': '（{1}）。',
  // Newer versions.
  'The update feed does not contain a version.': '更新源不包含版本。',
  'It did not respond within {1} seconds.': '{1} 秒内没有响应。',
  'It redirects to an address without https.': '它重定向到非 https 地址。',
  'Enter an address such as https://host/folder, without a query.':
    '输入 https://host/folder 形式的地址，不带查询参数。',
  'It must begin with https:// to protect it from tampering.': '必须以 https:// 开头，以防被篡改。',
  // Getting the result.
  'The task names no file.': '服务任务没有给出文件。',
  'Its address expired.': '下载地址已过期。',
  'The service answered {1}.': '服务回应了 {1}。',
  'The service gave an address that is none.': '服务给出的地址无效。',
  'The service gave an address that is not safe to fetch ({1}).': '服务给出的地址（{1}）下载不安全。',
  'The service gave an address inside this network ({1}).': '服务给出的地址在内部网络（{1}）。',
  'The service gave an address inside this network.': '服务给出的地址在内部网络。',
  'It takes no upload at the addresses it gives.': '它给出的地址不接受上传。',
  'It is larger than 4 GB.': '它超过 4 GB。',
  'It came packed.': '它是压缩过的。',
  '{1} of {2} bytes arrived.': '{2} 字节中只收到 {1}。',
  'More than the announced {1} bytes came.': '收到的超过了声明的 {1} 字节。',
  'Fetching it needed more than there is.': '取回它所需的内存不够。',
  'A picture in it ends too early.': '其中一张图片不完整。',
  'It is no picture Dropforge knows.': '它不是 Dropforge 能识别的图片。',
  'It ends before its container does.': '文件在结尾之前就断了。',
  'It says {1} bytes and has {2}.': '它声明 {1} 字节，实际 {2} 字节。',
  'It is none of the formats Dropforge knows.': '它不是 Dropforge 能识别的格式。',
  'It holds {1} models instead of one.': '里面有 {1} 个模型，应该是一个。',
  'It holds too many files.': '里面的文件太多。',
  'It unpacks to more than 4 GB.': '解压后超过 4 GB。',
  'It holds a file Dropforge does not unpack.': '里面有 Dropforge 不解压的文件。',
  'It holds an unexpected file ({1}).': '里面有意外的文件（{1}）。',
  'It swells too much when unpacked.': '解压后膨胀得太大。',
  'Its geometry is not there: {1}.': '缺少几何数据：{1}。',
  'Its geometry has {1} of {2} bytes.': '几何数据 {2} 字节中只有 {1}。',
  'Its description is larger than 16 MB.': '它的描述超过 16 MB。',
  'It is GLB version {1}.': '它是 GLB 版本 {1}。',
  'Its description is damaged.': '它的描述已损坏。',
  'Its description is not glTF.': '它的描述不是 glTF。',
  'A part of the file goes past its end.': '文件的一部分超出了结尾。',
  'Its header is damaged.': '它的文件头已损坏。',
  'Its splats are written as text, in lists or with the highest byte first.':
    '其中的泼溅是以文本、列表或高位字节在前的方式写的。',
  // The queue.
  'The job is not in the queue.': '任务不在队列里。',
  'The job is not finished yet.': '任务还没有完成。',
  'The job made no model that can be converted.': '任务没有可以转换的模型。',
  'No service writes a {1} of what was made last. Choose glTF, which holds the same.':
    '最新的结果不能写成 {1}。选择 glTF，内容相同。',
  'The job to move them to is not in the queue, or is one of them.': '要移到的任务不在队列里，或就是其中之一。',
  'The file is not in the queue.': '文件不在队列里。',
  'It cannot be dragged from here.': '不能从这里拖出。',
  'The outcome of this job is known by now.': '这个任务的结果现在已经知道了。',
  'It was found at the service; how it was ordered is not known here.':
    '它是在服务端找到的；这里不知道当时是怎样下单的。',
  'It was found at the service; what it was made of is not known here.': '它是在服务端找到的；这里不知道是用什么做的。',
  '{1} cannot work on what step {2} made.': '{1*} 不能用于第 {2} 步的结果。',
  'That step of the job made nothing to work on.': '任务的那一步没有做出可用的结果。',
  'A job has at most {1} steps. Make it again for more.': '一个任务最多 {1} 步。要更多就重新制作。',
  'What was ordered of it last may still cost something. Retry that first.': '上次下的单可能还会扣费。先重试那一步。',
  'A step has nothing to work on.': '有一步没有可用的输入。',
  'The files were added already.': '文件已经添加过了。',
  'The pictures are not known any more; drop them again.': '这些图片已经不在了；重新拖入。',
  'The picture is not known any more; choose it again.': '这张图片已经不在了；重新选择。',
  'A picture of this computer is named where the service takes none.': '在服务不接受图片的位置写了本机图片。',
  '“{1}” was not uploaded.': '“{1}”没有上传。',
  'Two pictures cannot show the same side of one thing.': '两张图片不能显示同一样东西的同一面。',
  'There is no such hot folder.': '没有这个监视文件夹。',
  'There is no such sample.': '没有这个示例。',
  'The page asks too much at once.': '页面一次请求太多。',
  'There is no such call.': '没有这个调用。',
  'The input of {1} is not what it takes.': '{1} 的输入不符合要求。',
  'Another process uses {1}.': '另一个进程正在使用 {1}。',
  'The queue cannot be opened there.': '队列在那里打不开。',
  'It is damaged.': '它已损坏。',
  'A newer Dropforge wrote it. Update this one, or give another --home.':
    '它是由更新版本的 Dropforge 写的。更新这个，或指定另一个 --home。',
  'One finished job is back; the damaged file is kept as {1}.': '找回了 1 个完成的任务；损坏的文件保存为 {1}。',
  '{1} finished jobs are back; the damaged file is kept as {2}.': '找回了 {1} 个完成的任务；损坏的文件保存为 {2}。',
  // Recipes.
  'It takes {1}, and {2} is {3}.': '它需要{1*}，而 {2} 是{3*}。',
  'The recipe in it has the id “{1}”. Rename one of the two.': '其中流程的标识是“{1}”。把两者之一改名。',
  'There is none of that name.': '没有这个名称的流程。',
  'There is none of that name. There are {1}.': '没有这个名称的流程。有 {1}。',
  'There are {1}.': '有 {1}。',
  'An id {1}': '标识不正确：{1}',
  'It comes with Dropforge and stays as it is. Duplicate it, or use another id.':
    '它随 Dropforge 提供，不能改。复制一份，或用另一个标识。',
  'There is one already. Use another id, or remove it first.': '已经有一个了。用另一个标识，或先移除它。',
  'It is longer than 1 MB; a recipe is short.': '它超过 1 MB；流程不会这么长。',
  'It is longer than 23 MB; a recipe carries at most 16 MB of pictures.':
    '它超过 23 MB；流程文件最多携带 16 MB 的图片。',
  'Its “pictures” are not in base64 by their SHA-256; export the recipe anew.':
    '其中的 “pictures” 不是按 SHA-256 列出的 base64；重新导出流程。',
  'Step {1} names “{2}” in {3}, which is not here, and the file does not carry it whole.':
    '第 {1} 步的 {3} 用到“{2}”，这里没有这张图片，文件里也没有完整携带。',
  'Export the recipe anew on a computer that has its pictures.': '在有这些图片的电脑上重新导出流程。',
  '“{1}” is a picture of another kind than its name says.': '“{1}”的图片格式与名称不符。',
  'It is no recipe: a recipe file is one JSON object with “dropforge_recipe”: 1 in it.':
    '它不是流程：流程文件是一个 JSON 对象，其中有 “dropforge_recipe”: 1。',
  'It is no recipe: “dropforge_recipe”: 1 is missing.': '它不是流程：缺少 “dropforge_recipe”: 1。',
  'It was written by a newer Dropforge (format {1}; this one reads {2}). Update.':
    '它是由更新版本的 Dropforge 写的（格式 {1}；这个能读 {2}）。需要更新。',
  // Programs and their bridges.
  'The program no longer lists this project.': '程序的项目列表中已没有此项目。',
  'Valid targets: {1}.': '有效的目标程序：{1}。',
  'Valid settings: {1}.': '有效的设置：{1}。',
  'This program has no import settings. Files are opened in it one at a time.':
    '此程序没有导入设置。文件逐个在其中打开。',
  'Its bridge is not installed. Install the bridge first, then change its import settings.':
    '它的桥接插件未安装。先安装桥接插件，再更改导入设置。',
  'The bridge files of this Dropforge installation are missing or damaged. Reinstall Dropforge.':
    '此 Dropforge 安装的桥接文件缺失或已损坏。重新安装 Dropforge。',
  'Could not write to “{1}”. {2} Grant write permission to the folder.': '无法写入“{1}”。{2*}授予该文件夹写入权限。',
  'Installed: {1}. Not found: {2}.': '已安装：{1}。未找到：{2}。',
  'Could not find its settings folder. Start {1} once, then install the bridge again.':
    '找不到它的设置文件夹。启动一次 {1}，然后重新安装桥接插件。',
  '“{1}” is not a {2} project.': '“{1}”不是 {2} 项目。',
  '“{1}” already exists in “{2}” and was not created by Dropforge. Move or rename it.':
    '“{1}”已存在于“{2}”，且不是由 Dropforge 创建。移动或重命名它。',
  'Blender could not enable the add-on: {1}.': 'Blender 无法启用插件：{1}。',
  'Blender could not disable the add-on: {1}.': 'Blender 无法停用插件：{1}。',
  'Blender did not respond for {1} s': 'Blender {1} 秒没有响应。',
  'Blender exited without a result.': 'Blender 未返回结果就退出了。',
  'Blender exited without a result. {1}': 'Blender 未返回结果就退出了：{1}',
  'It requires {1} {2} or later. Found: {3}.': '需要 {1} {2} 或更高版本。找到：{3}。',
  'It does not need a bridge. Use “dropforge export --target”.': '它不需要桥接插件。使用 “dropforge export --target”。',
  'It cannot be tested automatically. Start the program and check that “dropforge targets list” shows it as live.':
    '无法自动测试。启动程序，并确认目标程序列表中显示在线。',
  '{1} accepts {2}. Create one of these with “dropforge make FILE --format”.':
    '{1} 接受 {2}。使用 “dropforge make FILE --format” 生成其中一种。',
  'It must be a list of these formats: {1}.': '必须是以下格式的列表：{1}。',
  '“{1}” is not a supported format. Supported formats: {2}.': '“{1}”不是支持的格式。支持的格式：{2}。',
  'It must be on or off.': '只能是开或关。',
  'It must be a number from {1} to {2}.': '必须是 {1} 到 {2} 之间的数。',
  'It must be one of {1}.': '必须是以下之一：{1}。',
  'It must be a collection name of at most 60 characters.': '必须是集合名称，最多 60 个字符。',
  'It must be a folder below /Game, with letters, digits and _ only.': '必须是 /Game 下的文件夹，只含字母、数字和 _。',
  'It must be a folder below Assets, such as Assets/Props.': '必须是 Assets 下的文件夹，例如 Assets/Props。',
  'It must be a folder below res://, such as res://props.': '必须是 res:// 下的文件夹，例如 res://props。',
};
