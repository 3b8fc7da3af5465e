import { ownWords, sentencesOf } from './summary.ts'

/** A sentence of a mail that a brief may stand on. */
export interface Point {
  kind: 'question' | 'decision' | 'task' | 'promise' | 'date'
  text: string
  /** Who is asked, where the sentence names somebody. */
  named: string
}

const most = 12
const longest = 240

const question =
  /[?？]\s*$|请问|是否(?:可以|能|需要)|能不能|能否|可否|有没有|怎么样[。.]?$|\blet me know (?:if|whether|when)\b/i
const decision =
  /(?:我们|会上|经讨论|最终|已经?|现)?(?:决定|商定|定于|定在|同意|批准|通过了|改到|改为|推迟到|取消)|\b(?:we(?:'ve| have)? (?:decided|agreed)|it (?:is|was) (?:decided|agreed)|agreed to|approved|(?:was|is|has been) (?:moved|postponed) to|cancell?ed)\b/i
const task =
  /请(?!问|注意查收|见附件)|麻烦(?!您了|你了)|烦请|务必|需要(?:您|你|他|她)|\bplease (?!find|see|note|do not hesitate|feel free|let me know)|\b(?:could|can|would) you\b|\byou (?:need to|must|should)\b|\bneeds to\b/i
const promise =
  /我(?:会|来|将|负责)|由我|\bI(?:'ll| will| am going to)\b|\bwe(?:'ll| will) (?:send|prepare|do|check|get|share)\b/i
const date =
  /\d{1,2}\s?月\s?\d{1,2}|\d{4}-\d{1,2}-\d{1,2}|(?:周|星期)[一二三四五六日天]|明天|后天|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\btomorrow\b|\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} \d/i
const empty = /^(?:谢谢|感谢|祝|此致|thanks|best|regards|附件|please find)[\s\S]{0,20}$/i

/** 请张三在周五前…, 请财务部确认…: who is asked. */
const namedZh =
  /(?:请|麻烦|烦请|由)(?!您|你|各位|大家|于|在|尽快|务必|帮|把|将|先|再|对|给|及时|提前|回复|确认|查收|审阅)(\p{Script=Han}{2,6}?)(?=在|于|尽快|务必|负责|确认|提交|准备|回复|提供|安排|跟进|完成|发送|整理|周|明天|今天|下周)/u
const namedEn = /^(?:please,? )?([A-Z][a-z]{1,20})(?:,|:)? (?:please|could you|can you|to )/

/** What a mail asks, decides, promises and dates, in its order: what is quoted and the signature are left out. */
export function pointsOf(text: string): Point[] {
  const points: Point[] = []
  for (const one of sentencesOf(ownWords(text))) {
    const kind = kindOf(one)
    if (kind !== null)
      points.push({ kind, text: one.slice(0, longest), named: kind === 'task' ? namedIn(one) : '' })
    if (points.length === most) break
  }
  return points
}

function kindOf(text: string): Point['kind'] | null {
  if (empty.test(text)) return null
  if (question.test(text)) return 'question'
  if (promise.test(text)) return 'promise'
  if (task.test(text)) return 'task'
  if (decision.test(text)) return 'decision'
  return date.test(text) ? 'date' : null
}

const namedIn = (text: string): string => namedZh.exec(text)?.[1] ?? namedEn.exec(text)?.[1] ?? ''
