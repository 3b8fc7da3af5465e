import type { Fact } from './mail-facts.ts'

interface Wording {
  code: string
  weight: Fact['weight']
  pattern: RegExp
}

/** What people are hurried, frightened and paid with, in Chinese and English. Gaps are bounded: linear on any text (T35). */
const wordings: readonly Wording[] = [
  {
    code: 'words-urgent',
    weight: 'caution',
    pattern:
      /立即|马上|尽快处理|逾期|最后通知|(?:24|48|72)\s?小时内|今日内|否则将|紧急(?:通知|处理)|urgent(?:ly)?\b|immediately|within (?:24|48|72) hours|final (?:notice|warning|reminder)|act now|right away|as soon as possible or/i,
  },
  {
    code: 'words-account',
    weight: 'caution',
    pattern:
      /(?:账[号户]|邮箱|帐[号户])[^\n]{0,20}(?:异常|冻结|停用|锁定|过期|到期|失效|升级|验证|认证|容量|注销)|(?:account|mailbox)[^\n]{0,40}(?:suspend|lock|deactivat|expire|verif|limited|terminat|full|upgrade|unusual|compromis)|unusual (?:sign-?in|activity|login)/i,
  },
  {
    code: 'words-credentials',
    weight: 'suspicious',
    pattern:
      /(?:输入|提供|回复|填写|确认|核实|重新登录|登录以)[^\n]{0,20}(?:密码|口令|验证码|身份证|银行卡)|(?:confirm|verify|enter|update|provide|submit|validate)[^\n]{0,25}(?:your )?(?:password|credentials|login details|pass-?code|social security|card (?:number|details))|点击[^\n]{0,16}(?:验证|认证|解锁|激活|升级)|(?:click|log ?in)[^\n]{0,30}(?:to (?:verify|restore|unlock|reactivate|keep|avoid|validate|release))/i,
  },
  {
    code: 'words-payment',
    weight: 'caution',
    pattern:
      /付款|汇款|转账|打款|货款|尾款|发票|补贴|退税|退款|礼品卡|wire transfer|bank transfer|payment|invoice|gift cards?|refund|bitcoin|btc\b|usdt/i,
  },
  {
    code: 'words-bank-change',
    weight: 'suspicious',
    pattern:
      /(?:更[换改]|变更|新的?)[^\n]{0,12}(?:收款|银行|对公)[^\n]{0,6}(?:账[号户]|帐[号户]|信息)|(?:收款|银行)账[号户][^\n]{0,12}(?:已?变更|更[换改]|已?改为)|(?:new|change[ds]?|updated?)[^\n]{0,20}(?:bank(?:ing)? (?:account|details|information)|account (?:details|number) for payment|beneficiary)|(?:bank(?:ing)? (?:account|details))[^\n]{0,25}(?:have|has) (?:been )?(?:changed|updated)/i,
  },
  {
    code: 'words-authority',
    weight: 'caution',
    pattern:
      /(?:公安|法院|检察|税务|社保|人社|财政|医保)(?:局|部|厅|机关|中心|院)|系统管理员|信息中心|董事长|总经理|law enforcement|\bceo\b|\bcfo\b|it (?:help ?desk|support team|department)|system administrator|tax (?:office|authority)/i,
  },
  {
    code: 'words-secret',
    weight: 'suspicious',
    pattern:
      /(?:不要|勿|别)[^\n]{0,8}(?:告诉|外传|声张|告知)(?:任何人|他人|别人|同事)?|keep (?:this|it) (?:confidential|between us|secret)|do not (?:tell|discuss|mention)[^\n]{0,20}(?:anyone|anybody|colleague)|(?:我|现在)[^\n]{0,6}(?:开会|不方便接电话)|(?:i am|i'm) in a meeting[^\n]{0,60}(?:gift|transfer|pay|task|favou?r)/i,
  },
  {
    code: 'words-prize',
    weight: 'caution',
    pattern:
      /中奖|恭喜您?(?:获得|被选)|幸运(?:用户|儿)|红包领取|领取[^\n]{0,10}(?:补贴|奖金|补助)|you (?:have )?won|lottery|inheritance|congratulations[^\n]{0,30}(?:winner|selected)|million (?:dollars|usd|euros?)/i,
  },
  {
    code: 'words-delivery',
    weight: 'note',
    pattern:
      /(?:包裹|快件|快递)[^\n]{0,20}(?:无法|失败|滞留|异常|补缴|关税|丢失|理赔|地址)|(?:parcel|package|shipment|delivery)[^\n]{0,40}(?:failed|held|pending|could not|unable|customs|fee|address)/i,
  },
  {
    code: 'words-document',
    weight: 'note',
    pattern:
      /(?:shared|sent you)[^\n]{0,30}(?:document|file|folder)|(?:review|sign)[^\n]{0,20}(?:the )?(?:document|agreement|contract)|(?:查看|签署|下载)[^\n]{0,12}(?:文件|文档|合同|附件|通知)|扫(?:描|码)[^\n]{0,16}(?:二维码|查看|办理|领取|申报|登记)?|scan the (?:qr|code)/i,
  },
  {
    code: 'words-blackmail',
    weight: 'dangerous',
    pattern:
      /(?:录下|拍下|掌握)[^\n]{0,12}(?:视频|隐私|不雅)|(?:recorded|video of) you[^\n]{0,60}(?:webcam|masturbat|porn)|i (?:have )?(?:hacked|access to) your (?:device|computer|account|webcam)/i,
  },
]

const keepTheCode =
  /(?:验证码|校验码|动态码|口令)[^\n]{0,60}|(?:\bcode\b)[^\n]{0,40}(?:do not|never) (?:share|tell)[^\n]{0,20}/gi

/** Wordings of fraud, each with the words themselves. */
export function wordFacts(text: string): Fact[] {
  // A code that is told to nobody is what honest senders ask for.
  const kept = text.replace(keepTheCode, '')
  return wordings.flatMap(({ code, weight, pattern }) => {
    const searched = code === 'words-secret' ? kept : text
    const found = pattern.exec(searched)
    return found ? [{ code, weight, evidence: clauseAround(searched, found) }] : []
  })
}

/** Characters beside what was found that are shown with it. */
const beside = 40
const longest = 160
const stops = /[\n。！？；，、,;!?]|\.\s/

/** The words with the clause that they stand in, as a reader would quote them: no half word, no stop in front. */
function clauseAround(text: string, { 0: words, index }: RegExpExecArray): string {
  const behind = index + words.length
  const before = text.slice(Math.max(0, index - beside), index)
  const after = text.slice(behind, behind + beside)
  const first = before.split(stops).at(-1) ?? ''
  const last = after.split(stops)[0] ?? ''
  const clause = `${isCut(first, before, index) ? first.replace(/^[\w'’-]+/, '') : first}${words}${
    isCut(last, after, text.length - behind) ? last.replace(/(?<![\w'’-])[\w'’-]+$/, '') : last
  }`
  return clause.replace(/\s+/g, ' ').trim().slice(0, longest).toWellFormed()
}

/** The clause goes on where nothing was looked at. */
const isCut = (part: string, whole: string, there: number): boolean =>
  part.length === whole.length && there > beside
