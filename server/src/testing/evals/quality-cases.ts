/** A question and the screen that its answer is about; '' for what the help says nothing of. */
export const questions: readonly [question: string, route: string][] = [
  ['忘记密码怎么办', '/resetPassword'],
  ['密码忘了登不进去', '/resetPassword'],
  ['账号被锁定怎么办', '/login'],
  ['收不到短信验证码怎么办', '/set/accountalias/2'],
  ['什么是已读回执', '/set/normalset'],
  ['怎么改密码', '/set/accountalias/1'],
  ['如何开启两步验证', '/set/accountalias/2'],
  ['指纹登录', '/set/accountalias/2'],
  ['怎样设置签名', '/set/signature'],
  ['自动把来信移到文件夹', '/set/mailclassification'],
  ['怎么定时发送', '/write/new/0'],
  ['撤回已经发出去的邮件', '/outbox'],
  ['误删的邮件怎么恢复', '/set/mailretrieval'],
  ['休假自动回复', '/set/normalset'],
  ['Foxmail 怎么收信', '/set/client'],
  ['旧邮箱搬家', '/mailmig'],
  ['切换成英文界面', '/set/normalset'],
  ['深色模式', '/set/skinpeeling'],
  ['附件最大多少', '/write/new/0'],
  ['怎么识别钓鱼邮件', '/inbox'],
  ['I forgot my password', '/resetPassword'],
  ['my account is locked', '/login'],
  ['no SMS code arrives', '/set/accountalias/2'],
  ['what is a read receipt', '/set/normalset'],
  ['change password', '/set/accountalias/1'],
  ['set up authenticator', '/set/accountalias/2'],
  ['make a signature', '/set/signature'],
  ['filter rules for incoming mail', '/set/mailclassification'],
  ['send later', '/write/new/0'],
  ['recall a message', '/outbox'],
  ['restore deleted mail', '/set/mailretrieval'],
  ['vacation auto reply', '/set/normalset'],
  ['set up Outlook with IMAP', '/set/client'],
  ['import from my old mailbox', '/mailmig'],
  ['dark mode', '/set/skinpeeling'],
  ['keyboard shortcuts', '/inbox'],
  ['how large can attachments be', '/write/new/0'],
  ['encrypt a mail', '/set/decryption'],
  ['明天北京天气', ''],
  ['write me a poem about the sea', ''],
]

/** A mail, what its summary must say, and what it must not. */
export const summaries: readonly {
  text: string
  must: readonly string[]
  not?: readonly string[]
}[] = [
  {
    text: '各位好：\n请市场部在 6 月 30 日前提交预算，总额不超过 50 万元。\n天气很好。\n谢谢！',
    must: ['6 月 30 日', '50 万元'],
    not: ['谢谢'],
  },
  {
    text: '您好，会议改到周五 14:00，在三楼会议室。请准时参加。\n祝好',
    must: ['周五 14:00'],
    not: ['祝好'],
  },
  {
    text: '合同已经批准。请李娜周三前寄出两份原件。\n\n> 之前的内容',
    must: ['批准', '周三前寄出'],
    not: ['之前的内容'],
  },
  {
    text: '张总：\n客户要求下周一上线，延期每天扣 1% 货款。我们需要两名测试人员支持。',
    must: ['下周一上线', '两名测试'],
  },
  {
    text: '大家好，\n年会定于 1 月 15 日举行。\n有节目的同事请在本周五前报名。',
    must: ['1 月 15 日', '周五前报名'],
  },
  { text: '财务部决定自下月起取消纸质报销单，请各部门改用系统提交。', must: ['取消纸质报销单'] },
  { text: '报价 12 万元，有效期到 10 月 8 日。请确认数量。', must: ['12 万元', '确认数量'] },
  { text: '服务器周六 22:00 停机两小时。需要值班的同事请回复。', must: ['22:00'] },
  { text: '王老师：论文修改意见见附件，请 9 月 1 日前返回修改稿。', must: ['9 月 1 日前返回'] },
  {
    text: '项目延期到 11 月 20 日，原因是设备未到货。请通知客户。',
    must: ['11 月 20 日', '通知客户'],
  },
  {
    text: 'Hi all,\nPlease send your budget by June 30. The total must not exceed $50,000.\nThe weather is nice.\nBest regards',
    must: ['June 30', '$50,000'],
    not: ['Best regards'],
  },
  {
    text: 'The meeting was moved to Friday 2:00 pm. Could you book the large room?',
    must: ['Friday', 'book the large room'],
  },
  {
    text: 'The contract is approved. Anna, please sign by Wednesday.\n\nOn Monday Bob wrote:\n> old text',
    must: ['approved', 'by Wednesday'],
    not: ['old text'],
  },
  {
    text: 'We decided to postpone the release to November 20. You need to tell the customer today.',
    must: ['November 20', 'tell the customer'],
  },
  {
    text: 'The offer is 12,000 EUR and valid until October 8. Can you confirm the quantity?',
    must: ['12,000 EUR', 'confirm the quantity'],
  },
  {
    text: 'Servers are down on Saturday at 22:00 for two hours. Who is on duty must reply.',
    must: ['22:00'],
  },
  {
    text: 'Dear Professor,\nplease return the corrected paper by September 1.\nKind regards',
    must: ['September 1'],
  },
  {
    text: 'Three people are sick. We need two more testers next week.',
    must: ['two more testers'],
  },
  {
    text: 'Travel was cancelled. Please return the tickets before Friday.',
    must: ['cancelled', 'before Friday'],
  },
  {
    text: 'Dinner was great, thanks. By the way: is the report ready? The deadline is Tuesday.',
    must: ['report ready', 'deadline is Tuesday'],
  },
]

/** What a letter is to say. */
export const gists: readonly { gist: string; answerIn: 'zh' | 'en' }[] = [
  ...[
    '周五提交预算',
    '申请年假三天',
    '邀请参加项目评审',
    '确认收货',
    '请求延期一周',
    '感谢协助',
    '催促付款',
    '通知停机',
    '询问报价',
    '推荐候选人',
  ].map((gist) => ({ gist, answerIn: 'zh' as const })),
  ...[
    'budget due Friday',
    'three days of leave',
    'invite to the review',
    'goods received',
    'ask for one more week',
    'thanks for the help',
    'payment is late',
    'servers go down',
    'ask for an offer',
    'recommend a candidate',
  ].map((gist) => ({ gist, answerIn: 'en' as const })),
]
