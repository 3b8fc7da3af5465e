import type { DemoBrand } from './demo-brands.ts'
import type { Issue } from './demo-newsletter-layout.ts'

export interface PlannedIssue extends Issue {
  brand: DemoBrand
  to: string[]
  days: number
  time: string
  /** A picture or file that `demo-newsletters.ts` makes and puts into the mail. */
  extra?: 'banner' | 'ticket' | 'invoice'
}

/** Weeklies, shops, bank and public notices in Chinese. Dates in {+3} form. */
export const newslettersZh: PlannedIssue[] = [
  weekly(0, '把构建时间从九分钟减到一分钟', [
    ['只编译改过的部分', '缓存不难，难的是知道什么时候该让它失效。作者列了五条判断规则。'],
    ['给测试排个先后', '最近失败过的先跑，平均反馈时间缩短了六成。'],
    ['小工具：一行命令找出大文件', '仓库瘦身从看清楚开始。'],
  ]),
  weekly(1, '表单为什么总是填错', [
    ['错误提示写在哪里', '写在输入框旁边，比写在页面顶部有效三倍。'],
    ['手机号要不要分段', '一次小实验：分段显示，完整提交。'],
    ['读者来信：我们怎样删掉了一半字段', '先问“谁会看这个字段”，没有人举手就删。'],
  ]),
  weekly(2, '离线优先：地铁里也能用的应用', [
    ['冲突不是异常，是日常', '把“最后写入为准”换成“让人选一次”。'],
    ['同步队列的三个坑', '顺序、重试、去重，少一个都不行。'],
    ['本周一图：请求的一生', '适合贴在工位上。'],
  ]),
  weekly(3, '值班的人也要睡觉', [
    ['告警分级实践', '半夜叫醒人的，只留三种。'],
    ['事故复盘怎么写', '写时间线，不写责任人。'],
    ['好物：机械键盘静音垫', '同事会感谢你。'],
  ]),
  weekly(5, '日期与时区，永远的话题', [
    ['跨天的班次怎么存', '存起点和时长，不存两个日期。'],
    ['夏令时测试清单', '十二个容易漏掉的用例。'],
    ['一个小故事：消失的三月九日', '有些日子在某些地方并不存在。'],
  ]),
  weekly(7, '写给五年后的自己：注释的艺术', [
    ['解释为什么，而不是做什么', '代码已经说了做什么。'],
    ['过期注释比没有更糟', '一个自动检查的小脚本。'],
    ['荐书：《安静的代码》', '薄薄一本，适合通勤。'],
  ]),
  weekly(10, '数据库索引，从一本字典讲起', [
    ['为什么加了索引还是慢', '看看排序字段在不在里面。'],
    ['分页不要数页码', '记住上一页的最后一条就够了。'],
    ['工具：把执行计划画成图', '开源，离线可用。'],
  ]),
  {
    brand: 'bank',
    to: ['liting'],
    days: 2,
    time: '08:30',
    subject: '【望岳银行】企业账户 {month} 对账单已生成',
    headline: '对账单通知',
    intro:
      '尊敬的企业客户：您尾号 6621 的对公账户对账单已生成，请登录企业网银核对，并在 {+10} 前完成确认。',
    rows: [
      ['账户', '尾号 6621（基本户）'],
      ['账单周期', '上月 1 日至月末'],
      ['期末余额', '人民币 1,284,530.17 元'],
      ['收入笔数', '23 笔'],
      ['支出笔数', '61 笔'],
    ],
    button: '登录企业网银',
  },
  {
    brand: 'bank',
    to: ['liting'],
    days: 33,
    time: '08:30',
    subject: '【望岳银行】企业账户 {month} 对账单已生成',
    headline: '对账单通知',
    intro:
      '尊敬的企业客户：您尾号 6621 的对公账户对账单已生成，请登录企业网银核对，并在 {+10} 前完成确认。',
    rows: [
      ['账户', '尾号 6621（基本户）'],
      ['账单周期', '上月 1 日至月末'],
      ['期末余额', '人民币 1,197,204.66 元'],
      ['收入笔数', '19 笔'],
      ['支出笔数', '58 笔'],
    ],
    button: '登录企业网银',
  },
  {
    brand: 'bank',
    to: ['zhangwei'],
    days: 15,
    time: '09:02',
    subject: '【望岳银行】信用卡电子账单',
    headline: '本期账单',
    intro: '张伟先生，您好：您尾号 3390 的信用卡本期账单如下，请在到期还款日前还款。',
    rows: [
      ['本期应还', '人民币 4,216.80 元'],
      ['最低还款额', '人民币 421.68 元'],
      ['到期还款日', '{+18}'],
      ['本期积分', '3,912'],
    ],
    button: '查看账单明细',
  },
  {
    brand: 'airline',
    to: ['zhangwei', 'sofia'],
    days: 8,
    time: '12:40',
    extra: 'ticket',
    subject: '出票成功：杭州 → 广州 LA 2187',
    headline: '您的客票已出票',
    intro: '感谢选择青鸾航空。请核对以下行程，电子客票无需打印。',
    rows: [
      ['航班', 'LA 2187　经济舱'],
      ['日期', '{+6}'],
      ['杭州萧山 T3', '07:55'],
      ['广州白云 T2', '10:10'],
      ['客票号', '781-2290447183'],
    ],
    button: '选择座位',
  },
  {
    brand: 'airline',
    to: ['zhangwei'],
    days: 3,
    time: '19:05',
    subject: '航班时刻变更通知：LA 2194 广州 → 杭州',
    headline: '起飞时间调整 25 分钟',
    intro: '尊敬的旅客：因航路流量控制，您预订的航班时刻有调整。如不便出行，可免费改签一次。',
    rows: [
      ['航班', 'LA 2194'],
      ['原时刻', '19:40 - 21:50'],
      ['新时刻', '20:05 - 22:15'],
    ],
    button: '接受变更',
  },
  {
    brand: 'government',
    to: ['liting'],
    days: 12,
    time: '10:00',
    subject: '关于开展小微企业稳岗补贴申报工作的通知',
    headline: '关于开展小微企业稳岗补贴申报工作的通知',
    intro:
      '各有关企业：\n\n为支持小微企业稳定就业岗位，现开展本年度稳岗补贴申报工作。凡在滨河新区注册、连续缴纳社会保险满十二个月且未裁员的企业，均可申报。\n\n请于 {+20} 前通过政务服务网上大厅提交材料，逾期不再受理。所需材料包括：申报表、社会保险缴纳证明、职工名册。\n\n特此通知。',
    button: '进入网上大厅',
  },
  {
    brand: 'government',
    to: ['zhangwei', 'liting', 'admin'],
    days: 44,
    time: '15:20',
    subject: '关于园区消防演练及临时停电的通知',
    headline: '关于园区消防演练及临时停电的通知',
    intro:
      '园区各单位：\n\n定于 {+4} 14:00 至 15:30 开展秋季消防演练，期间 3 号楼、5 号楼分时段停电，每次不超过二十分钟。\n\n请各单位提前做好设备保护，组织员工有序参加。不便之处，敬请谅解。',
  },
  shop(
    ['zhangwei', 'liting'],
    [4, '18:00', '秋冬新米上市，第二袋半价'],
    [
      ['五常香米 5kg', '¥69.00'],
      ['古法红糖 400g', '¥28.80'],
      ['高山冻顶乌龙', '¥88.00'],
      ['山核桃仁 250g', '¥59.90'],
    ],
  ),
  shop(
    ['wangjian', 'liting'],
    [26, '18:00', '周末厨房：一锅炖出好滋味'],
    [
      ['老坛酸菜 500g', '¥15.80'],
      ['黄牛腩 1kg', '¥96.00'],
      ['铸铁炖锅 24cm', '¥329.00'],
      ['八角桂皮组合', '¥19.90'],
    ],
  ),
  shop(
    ['zhangwei'],
    [57, '18:00', '中秋礼盒，现在订最划算'],
    [
      ['桂花流心月饼', '¥128.00'],
      ['柚子两只装', '¥39.90'],
      ['黑芝麻丸', '¥45.00'],
      ['手作灯笼', '¥52.00'],
    ],
  ),
  parcel(['wangjian'], [3, '14:22'], ['FS7720391157', '笔记本支架', '园区快递柜 3 号']),
  parcel(['sofia'], [13, '09:48'], ['FS7720418836', '宣传册 5 箱', '公司前台']),
  parcel(['zhangwei'], [22, '16:30'], ['FS7719925530', '五常香米 5kg', '小区东门驿站']),
  {
    brand: 'yanyuCloud',
    to: ['admin'],
    days: 5,
    time: '09:00',
    subject: '【檐语云】域名证书将在 14 天后到期',
    headline: '证书到期提醒',
    intro: '您账号下有一张证书即将到期，为避免访问中断，请尽快续期并部署。',
    rows: [
      ['域名', 'rota.demo.hongyan.test'],
      ['到期日', '{+14}'],
      ['类型', '域名型（DV）'],
      ['自动续期', '未开启'],
    ],
    button: '立即续期',
  },
  {
    brand: 'yanyuCloud',
    to: ['admin', 'wangjian'],
    days: 39,
    time: '09:00',
    subject: '【檐语云】费用月报：{month}',
    headline: '本月费用 4,182.60 元',
    intro: '与上月相比下降 3.2%，主要来自对象存储生命周期规则。',
    rows: [
      ['云服务器', '2,310.00 元'],
      ['数据库', '1,240.00 元'],
      ['对象存储', '386.40 元'],
      ['流量', '246.20 元'],
    ],
    button: '查看明细',
  },
]

function weekly(week: number, headline: string, items: [string, string][]): PlannedIssue {
  const number = 312 - week
  return {
    brand: 'halfstack',
    to: week % 2 === 0 ? ['zhangwei', 'wangjian'] : ['zhangwei', 'admin'],
    days: week * 7 + 1,
    time: '07:30',
    subject: `半栈周刊第 ${number} 期：${headline}`,
    headline,
    intro: '早上好！这一期大约需要六分钟读完，适合配一杯豆浆。',
    items,
    button: '阅读全文',
    ...(week % 3 === 0 ? { extra: 'banner' as const } : {}),
  }
}

function shop(
  to: string[],
  [days, time, headline]: [number, string, string],
  items: [string, string][],
): PlannedIssue {
  const intro = '老朋友专享，满 199 元包邮。数量不多，先到先得。'
  const subject = `🍚 ${headline}`
  return { brand: 'market', to, days, time, subject, headline, intro, items, button: '去逛逛' }
}

function parcel(
  to: string[],
  [days, time]: [number, string],
  [code, goods, place]: [string, string, string],
): PlannedIssue {
  return {
    brand: 'courier',
    to,
    days,
    time,
    subject: `您的快递 ${code} 已送达`,
    headline: '快递已送达，请及时领取',
    intro: '您好，您的快递已由派送员送达指定地点，请凭取件码领取。',
    rows: [
      ['运单号', code],
      ['物品', goods],
      ['送达地点', place],
      ['取件码', code.slice(-6)],
    ],
  }
}
