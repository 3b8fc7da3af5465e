import type { Page } from './page.ts'

/** Writing, sending, protecting. */
export const writing: readonly Page[] = [
  {
    route: '/set/signature',
    ask: '签名档 落款 signature sign off',
    zh: ['怎样设置签名', '打开“设置 → 签名”，新建签名并设为默认；可以有多个签名，写信时切换。'],
    en: [
      'How do I set a signature',
      'Open Settings, signatures, make one and choose it as the default. There may be several, to be switched while writing.',
    ],
  },
  {
    route: '/set/lettertemplate',
    ask: '模板 信纸 常用 template letter paper reuse',
    zh: [
      '怎样使用邮件模板',
      '在“设置 → 邮件模板”中保存常用内容，写信时从模板插入；信纸也在这里添加。',
    ],
    en: [
      'How do I use letter templates',
      'Keep texts that you use often under Settings, letter templates, and insert them while writing. Letter papers are added there too.',
    ],
  },
  {
    route: '/write/new/0',
    ask: '定时发送 延时 稍后 schedule send later',
    zh: [
      '怎样定时发送邮件',
      '写信时在“发送”旁选择“定时发送”并选时间，最长一年。发出前可在发件箱中取消或修改。',
    ],
    en: [
      'How do I send a mail later',
      'Choose “send later” beside the send button and give a time, within a year. Until then you can cancel or change it in the outbox.',
    ],
  },
  {
    route: '/outbox',
    ask: '撤回 召回 收回 recall unsend take back withdraw',
    zh: [
      '怎样撤回已发送的邮件',
      '打开已发送的邮件，选择“撤回”。本单位内未读的邮件可以撤回；发送到外部的不能撤回。刚点发送后的几秒内也可以“撤销发送”。',
    ],
    en: [
      'How do I recall a mail',
      'Open the sent mail and choose “recall”. Unread mail inside the organisation is taken back; what left it cannot be. Within the first seconds after sending there is “undo” as well.',
    ],
  },
  {
    route: '/set/decryption',
    ask: '加密 smime 证书 数字签名 encrypt certificate sign',
    zh: [
      '怎样收发加密邮件',
      '在“设置 → 加密邮件”中创建密钥并设置 PIN，写信时选择加密或签名。密钥只能在您的浏览器中打开；智能助手不会读取加密邮件。',
    ],
    en: [
      'How do I send encrypted mail',
      'Make a key with a PIN under Settings, encrypted mail, then choose to encrypt or sign while writing. Only your browser can open the key; the assistant never reads encrypted mail.',
    ],
  },
  {
    route: '/draftbox',
    ask: '草稿 自动保存 没写完 draft autosave unfinished',
    zh: [
      '没写完的邮件在哪里',
      '写信时内容会自动保存到“草稿箱”，打开即可继续写；浏览器意外关闭也不会丢失。',
    ],
    en: [
      'Where is the mail I did not finish',
      'What you write is saved by itself and lies in the drafts; open it to go on. Nothing is lost when the browser closes.',
    ],
  },
  {
    route: '/outbox',
    ask: '发送状态 是否送达 投递 失败 退信 sent delivered status bounce failed',
    zh: [
      '怎样查看邮件是否送达',
      '在“已发送”中打开邮件，可看到每位收件人的状态：已送达、已转出、重试中或失败，失败时会写明原因。',
    ],
    en: [
      'Was my mail delivered',
      'Open it in sent mail: each recipient has a state, delivered, passed on, tried again, or failed with the reason.',
    ],
  },
  {
    route: '/write/new/0',
    ask: '附件 上传 大附件 超大 多大 attachment upload size limit large file',
    zh: [
      '附件可以多大',
      '单个附件最大 50 MB，一封邮件最多 40 个。可拖到写信窗口上传，断网后会续传。',
    ],
    en: [
      'How large may attachments be',
      'One file may have 50 MB, a mail 40 files. Drop them on the letter; an upload goes on after the line was lost.',
    ],
  },
  {
    route: '/write/new/0',
    ask: '密送 抄送 分别发送 bcc cc separate mass send',
    zh: [
      '抄送、密送和分别发送有什么区别',
      '抄送的人所有人可见；密送的人其他人看不到；分别发送时每人单独收到一封，看不到其他收件人，每次最多 50 人。',
    ],
    en: [
      'Cc, Bcc or separate sending',
      'Cc is seen by everybody, Bcc by nobody else; sent separately, each of up to 50 people gets a mail of his own.',
    ],
  },
  {
    route: '/write/new/0',
    ask: '授权邮件 阅读次数 阅后即焚 有效期 read limited authorised mail expire password reads',
    zh: [
      '什么是授权邮件',
      '授权邮件限定阅读次数（1到10次）和有效天数（1到30天），可加阅读密码；次数用完或过期后无法再读。智能助手不会读取这类邮件。',
    ],
    en: [
      'What is read-limited mail',
      'Its sender says how often (1 to 10) and how long (1 to 30 days) it may be read, with a password if wanted; after that nobody can read it. The assistant never reads such mail.',
    ],
  },
  {
    route: '/write/new/0',
    ask: '紧急 优先级 重要性 priority urgent importance',
    zh: ['怎样标记邮件为紧急', '写信时在更多选项中勾选“紧急”，收件人的列表中会显示标记。'],
    en: [
      'How do I mark a mail as urgent',
      'Choose urgent among the options while writing; it shows in the recipient’s list.',
    ],
  },
  {
    route: '/write/new/0',
    ask: '要求回执 请求已读 ask for receipt request',
    zh: ['怎样要求已读回执', '写信时在更多选项中勾选“已读回执”，对方打开并同意后您会收到通知。'],
    en: [
      'How do I ask for a read receipt',
      'Choose it among the options while writing; you are told when the recipient opened the mail and agreed.',
    ],
  },
  {
    route: '/smimePage',
    ask: '证书 公钥 对方证书 public key peer certificate',
    zh: [
      '怎样获得对方的加密证书',
      '本单位同事的证书会自动取得；外部联系人请对方先发一封签名邮件，证书会被保存。',
    ],
    en: [
      'How do I get somebody’s certificate',
      'Colleagues’ are found by themselves; people outside send you a signed mail first, whose certificate is kept.',
    ],
  },
  {
    route: '/write/new/0',
    ask: '收件人 同事地址 联想 通讯录 自动补全 recipient suggestion colleague address autocomplete',
    zh: [
      '怎样找到同事的邮箱地址',
      '写信时在收件人中输入姓名、拼音或地址的一部分，会列出同事和最近联系人，按回车选择。',
    ],
    en: [
      'How do I find a colleague’s address',
      'While writing, type a part of the name, its pinyin or the address among the recipients: colleagues and people you wrote to are offered.',
    ],
  },
  {
    route: '/write/new/0',
    ask: '插入图片 正文 格式 表格 picture inline format table text',
    zh: ['怎样在正文中插入图片', '写信时点工具栏的图片按钮，或直接粘贴、拖入图片；单张最大 2 MB。'],
    en: [
      'How do I put a picture into the text',
      'Use the picture button while writing, or paste or drop it; one picture may have 2 MB.',
    ],
  },
]
