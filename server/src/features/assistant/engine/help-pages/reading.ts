import type { Page } from './page.ts'

/** Lists, folders by role, finding and keeping. */
export const reading: readonly Page[] = [
  {
    route: '/search',
    ask: '搜索 查找 找不到邮件 search find mail operator',
    zh: [
      '怎样搜索邮件',
      '在顶部输入关键词即可搜索主题、正文、联系人和附件内容；也可用“发件人:”“主题:”等条件或高级搜索，并把常用搜索保存下来。',
    ],
    en: [
      'How do I search mail',
      'Type words at the top: subjects, texts, people and the contents of attachments are searched. Conditions such as from: or subject:, or the advanced search, narrow it; searches can be kept.',
    ],
  },
  {
    route: '/inbox',
    ask: '标记 已读 未读 全部已读 mark read unread all',
    zh: [
      '怎样标记已读或未读',
      '在列表中选中邮件，点工具栏的“标记为”选择已读或未读；打开邮件时会自动标为已读。也可以把整个文件夹标为已读。',
    ],
    en: [
      'How do I mark mail as read or unread',
      'Select mail in the list and choose “mark as”; opening a mail marks it as read. A whole folder can be marked at once.',
    ],
  },
  {
    route: '/favorite',
    ask: '星标 收藏 重要 star favourite flag important',
    zh: [
      '怎样给邮件加星标',
      '点邮件旁的星形即可，星标邮件可在左侧“星标”中统一查看；还可以加颜色旗标和置顶。',
    ],
    en: [
      'How do I star a mail',
      'Click the star beside it; starred mail is listed under “starred” at the left. Colours and pins are there too.',
    ],
  },
  {
    route: '/otherfolders2',
    ask: '标签 分类 label tag colour',
    zh: [
      '怎样使用标签',
      '在邮件工具栏选择“标签”，可给邮件加多个标签；标签在左侧栏管理，可设颜色，规则也能自动加标签。',
    ],
    en: [
      'How do I use labels',
      'Choose labels in the toolbar of a mail; a mail may have several. They are managed in the side bar, have colours, and rules can set them.',
    ],
  },
  {
    route: '/todo',
    ask: '待办 提醒 稍后处理 todo remind later task',
    zh: [
      '怎样把邮件加入待办',
      '打开邮件点“待办”，设定到期时间和备注，到期会提醒；在“待办”中查看和标记完成。',
    ],
    en: [
      'How do I put a mail on the todo list',
      'Open it, choose todo, and give a time and a note; you are reminded when it is due. The todo list shows what is open and done.',
    ],
  },
  {
    route: '/recyclebin',
    ask: '清空 已删除 回收站 empty trash recycle bin delete',
    zh: ['怎样清空已删除邮件', '打开“已删除”，点“清空”。清空后 30 天内仍可在“邮件找回”中恢复。'],
    en: [
      'How do I empty the recycle bin',
      'Open it and choose empty. For 30 days its mail can still be brought back under mail retrieval.',
    ],
  },
  {
    route: '/junk',
    ask: '垃圾邮件 广告 误判 spam junk not spam',
    zh: [
      '收到垃圾邮件怎么办',
      '选中后点“举报垃圾邮件”，以后类似邮件会进垃圾箱；误判的邮件可在垃圾箱中点“不是垃圾邮件”。',
    ],
    en: [
      'What do I do about spam',
      'Select it and report it as junk; what is like it goes there by itself. In the junk folder choose “not junk” for what was taken by mistake.',
    ],
  },
  {
    route: '/search',
    ask: '高级搜索 按附件 按日期 advanced search date attachment sender',
    zh: [
      '怎样按日期或附件搜索',
      '点搜索框旁的高级搜索，可按发件人、日期、附件、文件夹等条件查找。',
    ],
    en: [
      'How do I search by date or attachment',
      'Open the advanced search beside the box: sender, dates, attachments, folder and more.',
    ],
  },
  {
    route: '/inbox',
    ask: '快捷键 键盘 shortcut keyboard keys',
    zh: ['有哪些快捷键', '按“?”显示全部快捷键；可在设置中换一套或自定义。'],
    en: [
      'Which shortcuts are there',
      'Press ? to see them all; another set or keys of your own are in the settings.',
    ],
  },
  {
    route: '/inbox',
    ask: '拖动 移动到文件夹 move drag folder',
    zh: ['怎样移动邮件', '选中后点“移动到”，或直接把邮件拖到左侧文件夹。'],
    en: [
      'How do I move mail',
      'Select it and choose “move to”, or drag it onto a folder at the left.',
    ],
  },
  {
    route: '/inbox',
    ask: '打印 导出 保存 eml print export save',
    zh: ['怎样打印或导出邮件', '打开邮件，在“更多”中选择打印或导出为 .eml；选中多封可打包下载。'],
    en: [
      'How do I print or export mail',
      'Open it and choose print or export (.eml) under more; several are saved as one archive.',
    ],
  },
  {
    route: '/inbox',
    ask: '图片 不显示 远程图片 pictures remote images blocked',
    zh: [
      '为什么邮件中的图片不显示',
      '为保护隐私，外部图片默认不加载。点“显示图片”可只看这一次，或总是信任该发件人。',
    ],
    en: [
      'Why are pictures not shown',
      'Pictures from outside would tell the sender that you read. Show them once, or always for that sender.',
    ],
  },
  {
    route: '/inbox',
    ask: '可疑 钓鱼 冒充 phishing suspicious warning forged',
    zh: [
      '怎样识别钓鱼邮件',
      '留意邮件上方的警告：发件人验证失败、域名相似、链接与文字不符等。可用智能助手“检测”，不要点击可疑链接，并举报给管理员。',
    ],
    en: [
      'How do I recognise phishing',
      'Mind the warnings above a mail: failed checks, look-alike domains, links that lead elsewhere. Let the assistant check it, do not follow links, and report it.',
    ],
  },
  {
    route: '/inbox',
    ask: '退订 取消订阅 newsletter unsubscribe stop',
    zh: ['怎样退订广告邮件', '打开邮件，若发件人支持，上方会显示“退订”，一键即可。'],
    en: [
      'How do I leave a newsletter',
      'Where the sender offers it, “unsubscribe” stands above the mail: one click.',
    ],
  },
  {
    route: '/inbox',
    ask: '公共邮箱 共享 切换账号 public mailbox shared switch',
    zh: ['怎样使用公共邮箱', '被授权后，在右上角切换到公共邮箱；可按权限阅读、代发或完全管理。'],
    en: [
      'How do I use a public mailbox',
      'When you were given rights, switch to it at the top right; you read, send or do everything there as your level says.',
    ],
  },
]
