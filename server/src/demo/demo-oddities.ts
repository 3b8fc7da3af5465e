import { daysAgo } from './demo-clock.ts'
import { csvFile, mailFile, pdfFile, pngFile, textFile, xlsxFile } from './demo-files.ts'
import { type Letter, type Mailbox, writeMail } from './demo-mime.ts'
import { addressOf, personMailbox } from './demo-people.ts'
import { landscapePicture, logoPicture } from './demo-pictures.ts'
import { isRead, messageId } from './demo-thread-builder.ts'
import type { DemoMessage } from './demo-types.ts'

interface Oddity
  extends Pick<Letter, 'subject' | 'text' | 'html' | 'cc' | 'charset' | 'encoding' | 'headers'> {
  key: string
  from: Mailbox
  to: string[]
  days: number
  time: string
  files?: () => Letter['files']
  /** People outside who are named in To as well. */
  others?: Mailbox[]
  zone?: number
}

const guo: Mailbox = { name: '郭文彬', address: 'guo@haiyang-tea.example' }
const lin: Mailbox = { name: '林雅琪', address: 'yachi.lin@taisun-retail.example' }
const sato: Mailbox = { name: '佐藤 健', address: 'sato@minato-stores.example' }
const noa: Mailbox = { name: 'نور الهاشمي', address: 'noor@zaytoun-markets.example' }
const bea: Mailbox = { name: 'Beatrice Lang', address: 'bea@oldpost.example' }

const oddities: Oddity[] = [
  {
    key: 'gb18030',
    from: { name: '于𣲗', address: 'yu@qinglu-books.example' },
    to: ['liting'],
    days: 29,
    time: '09:20',
    charset: 'gb18030',
    encoding: '8bit',
    subject: '姓名里的生僻字：于𣲗、李𬭚',
    text: '李经理：\n\n上次的劳务费没有到账，可能是银行系统把我的名字“𣲗”显示成了问号。同批的李𬭚老师也有同样情况，请帮忙核对。\n\n于𣲗\n',
  },
  {
    key: 'big5',
    from: lin,
    to: ['sofia', 'zhangwei'],
    days: 16,
    time: '15:12',
    charset: 'big5',
    encoding: '8bit',
    subject: '詢問：雁陣排班是否支援繁體中文介面',
    text: '您好：\n\n我們在台灣有二十三家門市，目前用試算表排班。想請問貴公司的系統是否支援繁體中文，以及加班時數能否依當地規定計算？\n\n如方便，盼能安排一次線上展示，謝謝。\n\n林雅琪　營運部\n泰順零售\n',
  },
  {
    key: 'japanese',
    from: sato,
    to: ['sofia'],
    days: 22,
    time: '10:48',
    charset: 'iso-2022-jp',
    encoding: '7bit',
    subject: 'お見積りのお願い（12店舗）',
    zone: 540,
    text: 'ロッシ様\n\nいつもお世話になっております。港ストアの佐藤です。\n\n12店舗、約180名での利用について、年間のお見積りをお願いいたします。\n来週の会議で検討したいと考えております。\n\nどうぞよろしくお願いいたします。\n\n佐藤 健\n',
  },
  {
    key: 'arabic',
    from: noa,
    to: ['sofia', 'emma'],
    days: 13,
    time: '19:15',
    encoding: 'base64',
    zone: 180,
    subject: 'استفسار عن دعم اللغة العربية',
    text: 'السيدة صوفيا المحترمة،\n\nلدينا تسعة متاجر ونرغب في تجربة نظام Skein لجدولة المناوبات. هل تدعم الواجهة الكتابة من اليمين إلى اليسار؟\n\nمع خالص التحية،\nنور الهاشمي\n',
    html: '<html><body><div dir="rtl" style="text-align:right;font-family:Arial,sans-serif"><p>السيدة صوفيا المحترمة،</p><p>لدينا تسعة متاجر ونرغب في تجربة نظام <bdi>Skein</bdi> لجدولة المناوبات. هل تدعم الواجهة الكتابة من اليمين إلى اليسار؟</p><p>مع خالص التحية،<br>نور الهاشمي</p></div></body></html>\n',
  },
  {
    key: 'flowed',
    from: bea,
    to: ['emma'],
    days: 26,
    time: '20:05',
    encoding: '7bit',
    zone: 0,
    subject: 'Old letterpress catalogue',
    text: 'Dear Emma,\n\nI have found the 1962 catalogue you asked about, in better condition \nthan I remembered. The pages on mixed setting are all there, with \nnotes in pencil by whoever owned it before me.\n\nShall I post it, or will you collect it when you are next in Hexham?\n\n> I would love to see how they dealt with two scripts on one page.\n\nThey mostly avoided it!\n\nBea\n',
  },
  {
    key: 'long-subject',
    from: { name: '园区物业服务中心', address: 'property@park-service.test' },
    to: ['liting', 'admin'],
    days: 31,
    time: '11:00',
    subject:
      '关于三号楼地下车库出入口改造施工期间（预计为期六周）临时调整车辆进出路线、访客停车登记方式、夜间值守电话以及大件物品搬运预约办法等有关事项的补充通知（请各单位务必转达至每一位员工）',
    text: '各单位：\n\n施工期间车辆由西门进、北门出；访客停车请提前一天登记；夜间值守电话 0571-5555 0199；大件搬运请预约。\n\n园区物业服务中心\n',
  },
  {
    key: 'no-subject',
    from: { name: '', address: 'guoguo2046@quickpost.example' },
    to: ['zhangwei'],
    days: 5,
    time: '23:41',
    subject: '',
    text: '张总，照片发您了，上次聚会的。\n',
    files: () => [pngFile('IMG_0417.png', landscapePicture(0.55, 3))],
  },
  {
    key: 'emoji',
    from: personMailbox('sofia'),
    to: ['zhangwei', 'emma', 'wangjian', 'liting', 'admin'],
    days: 8,
    time: '17:40',
    subject: '🎉🥳 谈妥了！Yunxi is on board 🚀',
    text: '大家好 👋\n\n云溪连锁药房，合同条款全部谈妥 🎊 128 家门店！签约仪式马上安排。\n\nThank you all: 王建国 (that Friday night fix 🙏), Emma 🎨, 李婷 💰, 张伟 🧭.\n\n明天下午茶我请 🧋🍰\n\nSofia\n',
  },
  {
    key: 'crowd',
    from: { name: '滨河软件企业联合会', address: 'office@binhe-software.test' },
    to: ['zhangwei', 'liting', 'sofia'],
    days: 18,
    time: '16:05',
    subject: '年会回执与餐饮统计',
    others: crowd(),
    text: '各会员单位：\n\n年会定于下月中旬举行，请于周五前回复参会人数和餐饮要求（清真、素食请注明），回执见附件。\n\n联合会秘书处\n',
    files: () => [
      xlsxFile('参会回执.xlsx', '回执', [
        ['单位', '姓名', '手机', '餐饮'],
        ['', '', '', ''],
      ]),
    ],
  },
  {
    key: 'many-files',
    from: { name: '顾晓', address: 'guxiao@bancai-media.example' },
    to: ['zhangwei', 'emma'],
    days: 2,
    time: '15:50',
    subject: '采访配图与稿件清样',
    text: '张总、Emma：\n\n清样和配图都在附件里，请核对人名和数据，明天中午前回复即可。\n\n顾晓\n',
    files: () => [
      pdfFile('清样.pdf', ['# 两种语言，一个团队', '半材媒体', '正文略']),
      pngFile('配图一.png', landscapePicture(0.3, 0.4)),
      pngFile('配图二.png', landscapePicture(0.75, 5)),
      pngFile('logo.png', logoPicture([36, 99, 180])),
      textFile('图说.txt', '配图一：湖边的办公室。\r\n配图二：傍晚。\r\n'),
      csvFile('数据核对.csv', [
        ['项目', '数值'],
        ['门店数', 128],
        ['员工数', 41],
      ]),
    ],
  },
  {
    key: 'only-file',
    from: { name: '扫描仪 MFP-3F', address: 'scanner@print.hongyan-ops.test' },
    to: ['liting'],
    days: 1,
    time: '14:33',
    subject: 'Scan_0031',
    text: '',
    files: () => [pdfFile('Scan_0031.pdf', ['# Scan', 'Page 1 of 1'])],
  },
  {
    key: 'away',
    from: { name: 'Priya Nair', address: 'priya.nair@finchmarlow.example' },
    to: ['sofia'],
    days: 4,
    time: '17:02',
    zone: 0,
    headers: [
      'Auto-Submitted: auto-replied',
      'X-Auto-Response-Suppress: All',
      'Precedence: auto_reply',
    ],
    subject: 'Automatic reply: DPA, signed copy',
    text: 'Thank you for your message. I am away until Monday and will not be reading mail. For anything urgent please write to privacy@finchmarlow.example.\n\nPriya Nair\n',
  },
  {
    key: 'away-zh',
    from: { name: '何律师', address: 'he.lawyer@hengxu-law.example' },
    to: ['zhangwei'],
    days: 3,
    time: '10:01',
    headers: ['Auto-Submitted: auto-replied'],
    subject: '自动回复: 合同用印安排',
    text: '您好，我正在外地开庭，本周五返回。紧急事项请联系助理小唐：0571-5555 0162。\n',
  },
]

/** Mails that stress a reader: scripts, charsets, empty fields, crowds and automatic answers. */
export function oddMessages(now: Date): DemoMessage[] {
  return [...[...oddities, ...list()].map((oddity) => writeOddity(oddity, now)), nested(now)]
}

function writeOddity(oddity: Oddity, now: Date): DemoMessage {
  const sentAt = daysAgo(now, oddity.days, oddity.time)
  const files = oddity.files?.()
  const id = messageId(oddity.key, oddity.from.address)
  const letter: Letter = {
    ...oddity,
    to: [...(oddity.others ?? []), ...oddity.to.map((local) => personMailbox(local))],
    sentAt,
    zone: oddity.zone ?? 480,
    messageId: id,
    files: files ?? [],
    ...(oddity.key.startsWith('list-') ? listFields(oddity.key) : {}),
  }
  let raw = writeMail(letter)
  if (oddity.key === 'flowed') raw = markFlowed(raw)
  return {
    from: oddity.from.address,
    to: oddity.to.map(addressOf),
    raw,
    sentAt,
    seen: isRead(sentAt, now),
  }
}

function markFlowed(raw: Uint8Array): Uint8Array {
  const text = Buffer.from(raw).toString('latin1')
  return Buffer.from(text.replace('charset="utf-8"', 'charset="us-ascii"; format=flowed'), 'latin1')
}

/** Subscribers of the list are not in To: the list is. */
function listFields(key: string): Partial<Letter> {
  const address = 'rota-dev@lists.openrota.example'
  const number = Number(key.slice(-1))
  const earlier = Array.from({ length: number }, (_, index) =>
    messageId(`list-${index}`, listWriters[index]?.address ?? address),
  )
  return {
    to: [{ name: 'rota-dev', address }],
    references: earlier,
    headers: [
      'List-Id: Open Rota development <rota-dev.lists.openrota.example>',
      `List-Post: <mailto:${address}>`,
      'List-Unsubscribe: <https://lists.openrota.example/rota-dev/leave>',
      'Precedence: list',
    ],
  }
}

const listWriters: Mailbox[] = [
  { name: 'Jonas Weller', address: 'jonas@weller-code.example' },
  { name: 'Aiko M.', address: 'aiko@kumo-lab.example' },
  { name: 'Jonas Weller', address: 'jonas@weller-code.example' },
]

function list(): Oddity[] {
  const texts = [
    'Hi all,\n\nversion 4 of the interchange format should say what a shift across midnight means. I propose: start plus duration, never two dates. Objections?\n\nJonas\n',
    'Jonas Weller wrote:\n> start plus duration, never two dates. Objections?\n\nNone here, but please say "elapsed minutes". On the night of a clock change a\nten-hour shift is ten hours of work, whatever the wall says.\n\nAiko\n',
    'Aiko M. wrote:\n> please say "elapsed minutes"\n\nGood point, changed in the draft. If nobody speaks up by Friday it goes in.\n\nJonas\n',
  ]
  return texts.map((text, index) => ({
    key: `list-${index}`,
    from: { name: '', address: '', ...listWriters[index] },
    to: ['wangjian'],
    days: 17 - index,
    time: `1${index}:47`,
    encoding: '7bit' as const,
    zone: 60,
    subject: `${index > 0 ? 'Re: ' : ''}[rota-dev] Format v4: shifts across midnight`,
    text,
  }))
}

function crowd(): Mailbox[] {
  const firms = [
    'qiaomu-soft',
    'lanting-data',
    'yishan-tech',
    'xinghe-net',
    'beidou-apps',
    'zhuji-lab',
    'mingche-it',
    'heyu-cloud',
  ]
  const names = ['周敏', '吴昊', '郑洁', '冯磊', '沈悦']
  return firms.flatMap((firm, row) =>
    names.map((name, column) => ({ name, address: `user${row * 5 + column + 1}@${firm}.example` })),
  )
}

/** A mail forwarded as a file, which the reader can open as a mail of its own. */
function nested(now: Date): DemoMessage {
  const sentAt = daysAgo(now, 12, '09:05')
  const earlier = daysAgo(now, 13, '18:30')
  const to = personMailbox('zhangwei')
  const inner = writeMail({
    from: guo,
    to: [personMailbox('sofia')],
    subject: '关于门店试用的几点意见',
    sentAt: earlier,
    zone: 480,
    messageId: messageId('nested-inner', guo.address),
    text: 'Sofia 你好：\n\n试用两周，店员反映最好的是换班，最不习惯的是打卡按钮太小。详细意见见附件。\n\n郭文彬　海洋茶业\n',
    files: [textFile('试用意见.txt', '1. 打卡按钮太小\r\n2. 希望有语音提醒\r\n')],
  })
  const sofia = personMailbox('sofia')
  const raw = writeMail({
    from: sofia,
    to: [to],
    subject: '转发：关于门店试用的几点意见',
    sentAt,
    zone: 480,
    messageId: messageId('nested-outer', sofia.address),
    text: '张伟，客户的原邮件在附件里，第一条我们应该马上改。\n\nSofia\n',
    files: [mailFile('关于门店试用的几点意见.eml', inner)],
  })
  return { from: sofia.address, to: [to.address], raw, sentAt, seen: true, starred: true }
}
