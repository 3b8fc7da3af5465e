/** One page of the help: the screen that it is about, further words people ask with, and title and text by language. */
interface Page {
  route: string
  ask: string
  zh: readonly [title: string, text: string]
  en: readonly [title: string, text: string]
}

/** What the product can do and how; the first four are the suggested questions (G113). */
export const helpPages: readonly Page[] = [
  {
    route: '/resetPassword',
    ask: '找回 重置 忘了密码 reset lost password forgot forgotten cannot log in',
    zh: [
      '忘记密码怎么办',
      '在登录页点击“忘记密码”，用绑定的手机或恢复邮箱收取验证码后设置新密码。如果两者都没有绑定，请联系管理员重置。',
    ],
    en: [
      'I forgot my password',
      'Choose “Forgot password” on the login page: a code is sent to your bound phone or recovery address, and then you set a new password. Without either, ask your administrator to give you a new one.',
    ],
  },
  {
    route: '/login',
    ask: '锁定 登录失败 被锁 多次输错 locked out too many wrong attempts blocked',
    zh: [
      '账号被锁定怎么办',
      '密码连续输错多次后，账号会暂时不能登录，15 分钟后自动解除。若仍不能登录，请用“忘记密码”重设，或联系管理员检查账号是否被停用。',
    ],
    en: [
      'My account is locked',
      'After too many wrong passwords you cannot sign in for 15 minutes; then it opens by itself. If it still fails, reset the password, or ask your administrator whether the account was disabled.',
    ],
  },
  {
    route: '/set/accountalias/2',
    ask: '短信 验证码 收不到 没有 手机 sms text message code not received missing',
    zh: [
      '收不到短信验证码怎么办',
      '请确认绑定的手机号正确、信号正常、短信未被拦截，一分钟后可重新获取。手机号变更时，请在“账号与安全”中重新绑定；无法登录时请联系管理员。',
    ],
    en: [
      'I get no SMS code',
      'Check the bound number, the signal, and whether text messages are filtered; you can ask for another code after a minute. Change the number under account security; if you cannot sign in, ask your administrator.',
    ],
  },
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
    route: '/set/accountalias/1',
    ask: '修改 更改 换密码 change password new',
    zh: [
      '怎样修改密码',
      '打开“设置 → 账号与安全 → 密码”，输入原密码和新密码。修改后其他设备上的登录会立即结束，最近五个旧密码不能再用。',
    ],
    en: [
      'How do I change my password',
      'Open Settings, account and security, password; give the old password and a new one. All other logins end at once, and the last five passwords cannot be used again.',
    ],
  },
  {
    route: '/set/accountalias/2',
    ask: '二次验证 两步验证 双因素 动态口令 authenticator 2fa totp two factor second step',
    zh: [
      '怎样开启二次验证',
      '在“设置 → 账号与安全 → 二次验证”中可绑定验证器应用、手机或恢复邮箱，登录时除密码外再输入验证码。常用的浏览器可以设为信任。',
    ],
    en: [
      'How do I turn on two-step login',
      'Under account and security, second step, set up an authenticator app, a phone or a recovery address; a login then asks for a code as well. A browser of your own can be trusted.',
    ],
  },
  {
    route: '/set/accountalias/2',
    ask: '通行密钥 指纹 人脸 passkey fingerprint face windows hello',
    zh: [
      '怎样使用通行密钥登录',
      '在“设置 → 账号与安全 → 二次验证”中添加通行密钥，之后可用指纹、面容或安全密钥登录，不必输入密码。',
    ],
    en: [
      'How do I sign in with a passkey',
      'Add a passkey under account and security, second step. From then on a fingerprint, your face or a security key signs you in without a password.',
    ],
  },
  {
    route: '/set/accountalias/4',
    ask: '锁屏 离开 自动锁定 screen lock away',
    zh: [
      '怎样锁定屏幕',
      '在“设置 → 账号与安全 → 锁屏”中设置锁屏密码和时间。离开时可手动锁定；锁定期间邮件不会显示，连续输错五次会退出登录。',
    ],
    en: [
      'How do I lock the screen',
      'Under account and security, lock screen, set a password and after how many minutes it locks. You can lock by hand too; while it is locked nothing of your mail is shown, and five wrong passwords sign you out.',
    ],
  },
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
    route: '/addressbook',
    ask: '通讯录 联系人 群组 contacts address book group',
    zh: [
      '怎样管理联系人',
      '在“通讯录”中添加、编辑、导入和导出联系人，建立群组；单位通讯录也在这里。',
    ],
    en: [
      'How do I manage contacts',
      'Add, change, import and export contacts and make groups in the address book; the organisation’s people are there too.',
    ],
  },
]
