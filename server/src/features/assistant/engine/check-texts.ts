import type { CheckLevel } from '@hongyan/contract/assistant-wire'
import type { Language } from '@hongyan/contract/errors'

type Texts = Readonly<Record<Language, string>>

/** What each fact says. */
export const signalTexts: Readonly<Record<string, Texts>> = {
  'from-inside': { zh: '由本单位内部发出', en: 'Sent from inside the organisation' },
  'auth-pass': { zh: '发件域名验证通过', en: 'The sending domain is proven' },
  'auth-partly': { zh: '发件域名只有部分验证', en: 'The sending domain is proven only in part' },
  'auth-none': { zh: '发件域名未经验证', en: 'Nothing proves the sending domain' },
  'auth-failed': {
    zh: '发件域名验证失败，发件人可能是冒充的',
    en: 'The sending domain failed its check: the sender may be forged',
  },
  'known-sender': {
    zh: '以前与此地址有过往来',
    en: 'You have exchanged mail with this address before',
  },
  'first-contact': { zh: '第一次收到此地址的邮件', en: 'First mail from this address' },
  'claims-inside': {
    zh: '自称本单位地址，却来自外部且无法证实',
    en: 'Claims an address of your organisation, but came from outside unproven',
  },
  'several-authors': { zh: '写有多个发件人', en: 'Names several authors' },
  'colleague-name': {
    zh: '显示的是同事姓名，地址却不是',
    en: 'Shows the name of a colleague, whose address this is not',
  },
  'lookalike-name': { zh: '显示姓名与同事相似', en: 'The name looks like a colleague’s' },
  'lookalike-domain': {
    zh: '域名与本单位域名相似',
    en: 'The domain looks like your organisation’s',
  },
  'name-is-address': { zh: '显示姓名是另一个地址', en: 'The name shown is another address' },
  'reply-elsewhere': {
    zh: '回复会发往其他单位的地址',
    en: 'An answer would go to another organisation',
  },
  'link-differs': {
    zh: '链接文字与实际去向不一致',
    en: 'A link says one site and leads to another',
  },
  'link-userinfo': {
    zh: '链接在@前伪装成其他网站',
    en: 'A link pretends to be another site before an @',
  },
  'link-address': {
    zh: '链接指向数字地址而非网站名',
    en: 'A link leads to a bare network address',
  },
  'link-short': { zh: '短链接隐藏了去向', en: 'A short link hides where it leads' },
  'link-lookalike': {
    zh: '链接域名用形似字母伪装',
    en: 'A link’s domain is made of look-alike letters',
  },
  'link-redirect': { zh: '链接会转往另一网站', en: 'A link passes on to another site' },
  'link-port': { zh: '链接使用不常见的端口', en: 'A link uses an unusual port' },
  'link-elsewhere': {
    zh: '链接指向发件人以外的网站',
    en: 'Links lead to sites other than the sender’s',
  },
  'form-in-mail': { zh: '正文中有要求填写的表单', en: 'The mail itself holds a form to fill in' },
  'file-program': { zh: '附件是程序', en: 'An attachment is a program' },
  'file-two-endings': {
    zh: '附件用双重扩展名伪装',
    en: 'An attachment hides its type behind two endings',
  },
  'file-lies': { zh: '附件内容与名称不符', en: 'An attachment is not what its name says' },
  'file-macros': { zh: '附件是带宏的文档', en: 'An attachment is a document with macros' },
  'file-page': { zh: '附件是网页文件', en: 'An attachment is a web page' },
  'archive-locked': {
    zh: '附件是加密压缩包，无法查毒',
    en: 'An attachment is a locked archive that cannot be scanned',
  },
  'archive-password': {
    zh: '正文给出了压缩包密码',
    en: 'The mail gives the password of the archive',
  },
  'words-urgent': { zh: '催促立即行动', en: 'It urges you to act at once' },
  'words-account': { zh: '声称账号有问题', en: 'It says something is wrong with an account' },
  'words-credentials': { zh: '索要密码或身份信息', en: 'It asks for a password or personal data' },
  'words-payment': { zh: '涉及付款或票据', en: 'It is about payments' },
  'words-bank-change': { zh: '声称收款账户变更', en: 'It says that a bank account has changed' },
  'words-authority': {
    zh: '以机关、领导或管理员名义',
    en: 'It speaks in the name of an authority or superior',
  },
  'words-secret': { zh: '要求保密或避开当面核实', en: 'It asks for secrecy or avoids a call back' },
  'words-prize': { zh: '许诺奖金或意外之财', en: 'It promises a prize or unexpected money' },
  'words-blackmail': { zh: '内容是勒索', en: 'It is blackmail' },
  'brand-elsewhere': {
    zh: '自称知名机构，地址却不属于该机构',
    en: 'Claims a well-known name whose address this is not',
  },
  'brand-named': { zh: '以知名机构的名义来信', en: 'Speaks of a well-known name' },
  'house-name': {
    zh: '自称管理部门，却来自外部',
    en: 'Calls itself an office of your organisation, but comes from outside',
  },
  'house-stranger': {
    zh: '外部人员冒用管理部门名义提出要求',
    en: 'Somebody outside speaks as an office of your organisation and wants something',
  },
  'free-mail': { zh: '使用免费邮箱', en: 'Uses a free mail service' },
  'sender-bait': {
    zh: '发件域名由诱导性词语拼成',
    en: 'The sending domain is put together of bait words',
  },
  'sender-cheap': { zh: '发件域名使用廉价后缀', en: 'The sending domain has a throw-away ending' },
  'link-brand': {
    zh: '链接域名借用知名机构的名字',
    en: 'A link’s domain borrows a well-known name',
  },
  'link-bait': {
    zh: '链接域名由诱导性词语拼成',
    en: 'A link’s domain is put together of bait words',
  },
  'link-hosted': {
    zh: '链接指向任何人都能开设的免费页面',
    en: 'A link leads to a page that anybody can put up',
  },
  'link-cheap': { zh: '链接域名使用廉价后缀', en: 'A link’s domain has a throw-away ending' },
  'pictures-only': { zh: '正文几乎只有图片', en: 'Hardly any text, only pictures' },
  'words-delivery': { zh: '声称包裹有问题', en: 'It says something is wrong with a parcel' },
  'words-document': {
    zh: '要求查看文件或扫码',
    en: 'It wants you to open a document or scan a code',
  },
  'qr-code': { zh: '图片中有二维码', en: 'A picture holds a QR code' },
  'qr-elsewhere': {
    zh: '二维码指向发件人以外的网站',
    en: 'A QR code leads to a site other than the sender’s',
  },
  'qr-wants': {
    zh: '陌生人要求扫码到其他网站操作',
    en: 'A stranger wants you to scan a code that leads elsewhere',
  },
  'partner-lookalike': {
    zh: '域名与您的往来单位相似，却不是同一个',
    en: 'The domain looks like that of somebody you write to, and is another',
  },
  'thread-stranger': {
    zh: '陌生地址回复了您与他人的往来邮件',
    en: 'A new address answers in a conversation you had with others',
  },
  'thread-hijack': {
    zh: '陌生地址在往来邮件中谈及付款或账户，可能是被劫持的会话',
    en: 'A new address speaks of money in your conversation: it may have been hijacked',
  },
  'stranger-wants': {
    zh: '陌生人要求经其他网站操作',
    en: 'A stranger wants you to act on some other site',
  },
}

/** Before what to do, where a model sees more than the facts show. */
export const raisedText: Texts = {
  zh: '模型判断风险更高，请以此为准。',
  en: 'The model sees a higher risk, so go by this. ',
}

/** What each level means and what to do. */
export const adviceTexts: Readonly<Record<CheckLevel, Texts>> = {
  unremarkable: {
    zh: '未发现可疑之处。仍请留意：涉及付款或密码时，请用已知的电话核实。',
    en: 'Nothing suspicious was found. Where money or passwords are concerned, still ask back by a number that you know.',
  },
  caution: {
    zh: '请留意：有一些需要注意的地方。操作前请核实发件人。',
    en: 'Be careful: some things deserve a second look. Make sure who the sender is before you act.',
  },
  suspicious: {
    zh: '可疑邮件：请不要点击链接、打开附件或回复，先用其他方式向发件人核实。',
    en: 'Suspicious: do not follow links, open files or answer. Ask the sender in another way first.',
  },
  dangerous: {
    zh: '危险邮件：很可能是欺诈。请不要进行任何操作，并举报给管理员。',
    en: 'Dangerous: this is very likely fraud. Do nothing it asks for and report it to your administrator.',
  },
}
