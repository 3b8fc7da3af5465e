import type { Page } from './page.ts'

/** All the rest: folders, rules, programs, logs. */
export const house: readonly Page[] = [
  {
    route: '/set/mailclassification',
    ask: '规则 过滤 自动分类 来信分类 filter rule sort automatically move',
    zh: [
      '怎样自动分类来信',
      '在“设置 → 来信分类”中新建规则：按发件人、主题等条件，把来信移到文件夹、加标签、标星或转发。规则也可以对已有邮件运行。',
    ],
    en: [
      'How do I sort incoming mail',
      'Under Settings, mail sorting, make a rule: by sender, subject and more, mail is moved, labelled, starred or passed on. A rule can be run over the mail you have, too.',
    ],
  },
  {
    route: '/set/foldermanagement',
    ask: '文件夹 新建 重命名 删除 folder create rename',
    zh: [
      '怎样管理文件夹',
      '在“设置 → 文件夹管理”或左侧栏中新建、改名、移动和删除文件夹，也可以设置文件夹密码。',
    ],
    en: [
      'How do I manage folders',
      'Make, rename, move and delete folders under Settings, folders, or in the side bar; a folder may have a password.',
    ],
  },
  {
    route: '/set/foldermanagement',
    ask: '文件夹密码 加锁 保护 folder password protect lock',
    zh: [
      '怎样给文件夹加密码',
      '在文件夹管理中选择“设置密码”。没有输入密码前，其中的邮件不会出现在列表、搜索和提醒中，智能助手也读不到。',
    ],
    en: [
      'How do I protect a folder with a password',
      'Choose “set password” in the folder management. Until the password is given its mail is in no list, search or notice, and the assistant cannot read it.',
    ],
  },
  {
    route: '/set/mailretrieval',
    ask: '恢复 找回邮件 误删 删除的邮件 recover deleted restore undelete',
    zh: [
      '怎样找回删除的邮件',
      '删除的邮件先在“已删除”中；彻底删除后 30 天内，可在“设置 → 邮件找回”中恢复。',
    ],
    en: [
      'How do I get deleted mail back',
      'Deleted mail lies in the recycle bin first; what was deleted for good can be brought back for 30 days under Settings, mail retrieval.',
    ],
  },
  {
    route: '/set/client',
    ask: '客户端 outlook foxmail thunderbird 手机 imap pop3 smtp 授权码 mail program phone app authorisation code',
    zh: [
      '怎样在邮件客户端中收发邮件',
      '在“设置 → 客户端”中开启访问并生成授权码，然后在客户端中用邮箱地址和授权码登录；页面上写有服务器地址和端口。',
    ],
    en: [
      'How do I use a mail program',
      'Turn on access under Settings, mail clients, and make an authorisation code; in the program sign in with your address and that code. The page shows servers and ports.',
    ],
  },
  {
    route: '/mailmig',
    ask: '搬家 迁移 导入旧邮箱 migrate import old mailbox move',
    zh: [
      '怎样迁移旧邮箱的邮件',
      '打开“邮箱搬家”，填写旧邮箱的地址、密码和服务器，邮件和文件夹会在后台搬过来，可随时暂停。',
    ],
    en: [
      'How do I bring mail from another mailbox',
      'Open mail migration and give address, password and server of the old mailbox; its folders and mail are brought over in the background and you can pause at any time.',
    ],
  },
  {
    route: '/set/selfquery',
    ask: '登录日志 操作记录 log history who signed in',
    zh: ['怎样查看登录和操作记录', '在“设置 → 自助查询”中可查最近 30 天的登录、收发和删除记录。'],
    en: [
      'Where are my logs',
      'Settings, self-service query, shows logins, mail and deletions of the last 30 days.',
    ],
  },
  {
    route: '/set/selfChecking',
    ask: '收不到邮件 诊断 自检 不能收信 no mail arriving diagnose self check problem',
    zh: [
      '收不到邮件怎么办',
      '打开“设置 → 自检”，会检查网络、浏览器、存储空间、规则和来信情况，结果可复制给管理员；也请看看垃圾箱和分类规则。',
    ],
    en: [
      'I receive no mail',
      'Open Settings, self-check: it looks at line, browser, space, rules and incoming mail, to be copied for support. Look into junk and your rules as well.',
    ],
  },
  {
    route: '/set/mailhistory',
    ask: '历史 移动 mail history moved where did it go',
    zh: ['邮件被移到哪里了', '在“设置 → 邮件历史”中按主题或时间查询邮件何时被移动或删除。'],
    en: ['Where did my mail go', 'Settings, mail history, tells when mails were moved or deleted.'],
  },
  {
    route: '/dashboard',
    ask: '容量 空间 已满 quota full space storage',
    zh: [
      '邮箱容量不足怎么办',
      '首页显示已用容量。请清理大附件邮件并清空已删除；仍不足时请联系管理员扩容。',
    ],
    en: [
      'My mailbox is full',
      'The home page shows what is used. Delete mails with large files and empty the recycle bin; otherwise ask your administrator for more.',
    ],
  },
  {
    route: '/feedback',
    ask: '意见 反馈 建议 feedback suggestion report bug',
    zh: ['怎样提交意见反馈', '在菜单中打开“意见反馈”，写下问题或建议提交给管理员。'],
    en: ['How do I give feedback', 'Open feedback in the menu and write to the administrators.'],
  },
  {
    route: '/dashboard',
    ask: '助手 人工智能 隐私 关闭 assistant ai privacy turn off',
    zh: [
      '智能助手会读取哪些邮件',
      '只有您请求总结、检测或回复时才读取那一封。加密邮件、授权邮件和上锁文件夹中的邮件不会被读取；可在“常规设置”中关闭助手。',
    ],
    en: [
      'Which mail does the assistant read',
      'Only the one that you ask it about. Encrypted, read-limited and locked mail is never read; you can turn the assistant off in the general settings.',
    ],
  },
]
