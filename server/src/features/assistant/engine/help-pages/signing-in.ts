import type { Page } from './page.ts'

/** Passwords, logins, and who one is. */
export const signingIn: readonly Page[] = [
  {
    route: '/resetPassword',
    ask: '找回 重置 忘了密码 reset lost password forgot forgotten cannot log in',
    zh: [
      '忘记密码怎么办',
      '在登录页点击“忘记密码”，用绑定的手机或备用邮箱收取验证码后设置新密码。如果两者都没有绑定，请联系管理员重置。',
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
      '在“设置 → 账号与安全 → 二次验证”中可绑定验证器应用、手机或备用邮箱，登录时除密码外再输入验证码。常用的浏览器可以设为信任。',
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
    route: '/set/accountalias/3',
    ask: '昵称 发件人名称 显示名 nickname sender name display',
    zh: ['怎样修改发件人名称', '在“设置 → 账号 → 个人信息”中填写昵称，之后发出的邮件显示昵称。'],
    en: [
      'How do I change the name in From',
      'Give a nickname under account, profile; mail that you send shows it.',
    ],
  },
  {
    route: '/set/accountalias/3',
    ask: '别名 第二个地址 alias another address',
    zh: [
      '怎样添加邮箱别名',
      '单位开放后，可在“个人信息”中添加最多 5 个别名，来信都会进同一邮箱，回复时自动用对应别名。',
    ],
    en: [
      'How do I add an alias',
      'Where your organisation allows it, add up to five under profile; their mail comes to the same mailbox and is answered from them.',
    ],
  },
  {
    route: '/set/accountalias/2',
    ask: '绑定手机 更换手机号 bind phone change number',
    zh: ['怎样绑定或更换手机', '在“账号与安全”中绑定手机并输入验证码；更换时需验证身份。'],
    en: [
      'How do I bind or change my phone',
      'Under account security, with a code that is sent to it; to change it you show who you are.',
    ],
  },
  {
    route: '/set/accountalias/2',
    ask: '恢复邮箱 备用邮箱 recovery address backup',
    zh: [
      '怎样设置备用邮箱',
      '在“账号与安全”中填写单位以外的邮箱地址并验证，忘记密码时可用它找回。',
    ],
    en: [
      'How do I set a recovery address',
      'Give an address outside of your organisation under account security and confirm it; it helps when the password is lost.',
    ],
  },
  {
    route: '/set/device',
    ask: '设备 登录记录 退出其他设备 device logins sign out elsewhere',
    zh: [
      '怎样查看和退出其他设备',
      '在“设置 → 设备”中可看到登录的浏览器和客户端，可让其退出或解绑。',
    ],
    en: [
      'How do I see and end logins elsewhere',
      'Settings, devices, lists browsers and programs; each can be signed out or shut out.',
    ],
  },
  {
    route: '/login',
    ask: '单点登录 统一认证 sso 企业账号 single sign on company login',
    zh: [
      '怎样用单位统一账号登录',
      '登录页如有单位登录按钮，点击后用单位的统一账号登录即可，不需要邮箱密码。',
    ],
    en: [
      'How do I sign in with my organisation’s account',
      'Where the login page has its button, choose it and sign in there; no mail password is needed.',
    ],
  },
]
