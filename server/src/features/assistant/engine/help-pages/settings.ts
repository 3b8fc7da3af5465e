import type { Page } from './page.ts'

/** How the product looks and behaves. */
export const settings: readonly Page[] = [
  {
    route: '/set/normalset',
    ask: '已读 回执 阅读回执 对方 read receipt receipts notify sender',
    zh: [
      '什么是已读回执',
      '已读回执是收件人打开邮件后发回的一封通知。写信时可要求回执；收到要求时，按“常规设置”里的选择处理：询问、总是发送或从不发送。对方可以不发，没有回执不代表未读。',
    ],
    en: [
      'What is a read receipt',
      'A read receipt is a notice sent back when a recipient opens your mail. You can ask for one while writing; when somebody asks you, the general settings say whether to ask, always send or never send. Recipients may decline, so no receipt does not mean unread.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '撤销发送 延迟几秒 undo send seconds',
    zh: [
      '怎样撤销刚发出的邮件',
      '发送后的几秒内，页面下方会显示“撤销”。等待的秒数可在“常规设置”中设为 0 到 30 秒。',
    ],
    en: [
      'How do I undo sending',
      'For some seconds after sending “undo” stands at the foot of the page. How many, from 0 to 30, is set under general settings.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '自动回复 外出 休假 out of office vacation auto reply',
    zh: [
      '怎样设置自动回复',
      '在“常规设置”中开启自动回复，填写内容和起止时间。对同一人一段时间内只回复一次。',
    ],
    en: [
      'How do I set an automatic reply',
      'Turn it on under general settings, with a text and from when to when. The same person is answered once in a while only.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '自动转发 转到 forward automatically another address',
    zh: ['怎样自动转发来信', '在“常规设置”中开启自动转发并填写地址；单位可能不允许转发到外部。'],
    en: [
      'How do I forward mail automatically',
      'Turn it on under general settings and give the addresses; your organisation may not allow it.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '语言 中文 英文 切换 language english chinese switch',
    zh: ['怎样切换界面语言', '在“设置 → 常规设置 → 语言”中选择中文或英文，立即生效。'],
    en: [
      'How do I change the language',
      'Under Settings, general, language: Chinese or English, at once.',
    ],
  },
  {
    route: '/set/skinpeeling',
    ask: '皮肤 主题 夜间 深色 dark mode skin theme colour',
    zh: [
      '怎样更换皮肤或深色模式',
      '打开“设置 → 皮肤”，选择颜色或节日皮肤；深色模式可设为跟随系统、开或关。',
    ],
    en: [
      'How do I change skin or dark mode',
      'Open Settings, skins. Dark mode follows the system, is on, or off.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '字体大小 字号 太小 font size bigger letters',
    zh: ['怎样调大字体', '在“常规设置 → 字体大小”中选择标准、大或特大。'],
    en: [
      'How do I make letters larger',
      'Under general settings, font size: standard, large or very large.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '会话模式 合并 对话 conversation thread view',
    zh: ['怎样按会话显示邮件', '在“常规设置”中开启会话模式，同一主题的往来会合并为一行。'],
    en: [
      'How do I see conversations',
      'Turn on conversations under general settings: mails that answer each other become one row.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '每页 数量 分页 连续滚动 page rows per page',
    zh: ['怎样设置每页邮件数', '在“常规设置”中可选每页 15、30、50 或 100 封，或连续滚动。'],
    en: [
      'How many mails are on a page',
      'Choose 15, 30, 50 or 100 under general settings, or one long list.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '新邮件 通知 提醒 桌面 声音 notification sound desktop',
    zh: [
      '怎样开启新邮件提醒',
      '在“常规设置”中开启新邮件通知和声音，并允许浏览器通知；网页关闭时也能收到系统通知。',
    ],
    en: [
      'How am I told of new mail',
      'Turn on notifications and sound under general settings and allow them in the browser; they come even while the page is closed.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '短信提醒 手机 text message new mail notice',
    zh: [
      '怎样用短信提醒新邮件',
      '绑定手机后，在“常规设置”中开启短信提醒；15 分钟最多一条，每天最多 10 条。',
    ],
    en: [
      'How am I told of new mail by text message',
      'Bind a phone, then turn it on under general settings: at most one in 15 minutes and ten a day.',
    ],
  },
  {
    route: '/set/normalset',
    ask: '时区 时间 24小时 timezone time format',
    zh: ['怎样设置时区和时间格式', '在“常规设置”中选择时区以及 12 或 24 小时制。'],
    en: ['How do I set time zone and format', 'Choose them under general settings.'],
  },
]
