import { pick, type Random, random } from './random.ts'

const commonEnglish =
  'the to and of a in for is on that with you we this be are will please from it have at as our by not or your can all if has an was need project meeting report team customer review update schedule budget order invoice contract delivery server release security training policy account payment supplier manager department office network storage backup request change issue test plan result document attached comments approval deadline figures quality traffic migration support contact version table summary before after week month year quarter today tomorrow morning thanks regards team call share draft final minutes agenda risk cost owner question answer price offer visit travel hotel flight budget2026'.split(
    ' ',
  )

const syllables =
  'ba be bi bo bu ca ce co cu da de di do du fa fe fi fo ga ge go gu ha he hi ho ja jo ka ke ki la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi xa xe ya yo za ze zo'.split(
    ' ',
  )

const hanzi = [
  ...'的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严',
]

const commonChinese =
  '请 公司 项目 会议 预算 报告 客户 合同 发票 服务器 培训 采购 审批 通知 部门 附件 文件 时间 工作 完成 系统 安全 数据 管理 进度 问题 本周 下周 领导 确认 查收 谢谢 您好 计划 安排 反馈 提交 流程 制度 财务 员工 维护 升级 测试 版本 上线 供应商 报价 质量 风险 季度 年度'.split(
    ' ',
  )

/** English words, most used first; the long tail is made of syllables. */
export const englishWords: readonly string[] = (() => {
  const next = random(11)
  const tail = new Set(commonEnglish)
  while (tail.size < 30_000) tail.add(madeWord(next))
  return [...tail]
})()

/** Chinese words of two characters, most used first. */
export const chineseWords: readonly string[] = (() => {
  const next = random(12)
  const tail = new Set(commonChinese)
  while (tail.size < 12_000) tail.add(pick(next, hanzi) + pick(next, hanzi))
  return [...tail]
})()

function madeWord(next: Random): string {
  const length = 2 + Math.floor(next() * 3)
  return Array.from({ length }, () => pick(next, syllables)).join('')
}

const surnames = [...'王李张刘陈杨黄赵周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许']
const pinyin =
  'wang li zhang liu chen yang huang zhao zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao yuan deng xu'.split(
    ' ',
  )
const given =
  '伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 建国 志强 晓东 文博 子涵 雨桐 浩然 思远 佳怡 嘉豪 海燕 俊峰 天宇 欣怡'.split(
    ' ',
  )
const firstNames =
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth Richard Susan Thomas Sarah Karen Ahmed Priya Ivan Chloe Mateo Ingrid Omar Yuki Lars Fatima'.split(
    ' ',
  )
const lastNames =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Wilson Anderson Taylor Moore Jackson Martin Kumar Novak Schmidt Rossi Silva Tanaka Okafor Nielsen Dubois Petrov'.split(
    ' ',
  )
const domains =
  'example.org example.com example.net supplier.example partner.example bank.example univ.example news.example shop.example cloud.example'.split(
    ' ',
  )

export interface Sender {
  name: string
  address: string
  chinese: boolean
}

/** 600 people who write, the most busy first. */
export const senders: readonly Sender[] = (() => {
  const next = random(13)
  return Array.from({ length: 600 }, (_, index): Sender => {
    const domain = pick(next, domains)
    const chinese = next() < 0.58
    if (chinese) {
      const at = Math.floor(next() * surnames.length)
      const name = `${surnames[at]}${pick(next, given)}`
      return { name, address: `${pinyin[at]}.${index.toString(36)}@${domain}`, chinese }
    }
    const [first, last] = [pick(next, firstNames), pick(next, lastNames)]
    const address = `${first}.${last}${index}@${domain}`.toLowerCase()
    return { name: `${first} ${last}`, address, chinese }
  })
})()
