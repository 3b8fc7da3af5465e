/** What a mail asks for, in general. */
export type AskedFor = 'meeting' | 'approval' | 'material' | 'answer'

const kinds: readonly [kind: AskedFor, pattern: RegExp][] = [
  [
    'meeting',
    /(?:能否|是否|可否|能不能|方便|有空|有时间)[^。！？?!\n]{0,24}(?:参加|出席|开会|见面|会议)|(?:参加|出席|开会|见面)[^。！？?!\n]{0,12}(?:吗|么|[?？])|(?:can|could|will|would) you (?:attend|join|come|make it)|are you (?:available|free)/i,
  ],
  [
    'approval',
    /请[^。！？?!\n]{0,12}(?:确认|批准|审批|审阅|审核|批示)|是否同意|please (?:confirm|approve|review|sign off)|do you (?:agree|approve)|can you (?:confirm|approve)/i,
  ],
  [
    'material',
    /请[^。！？?!\n]{0,12}(?:发给|发我|发送|提供|提交|补充|反馈|填写|上传)|(?:please|could you|can you) (?:send|provide|share|submit|fill|upload)/i,
  ],
  ['answer', /[?？]|(?:吗|么|呢)[。！]?$|(?:can|could|would|will) you |let me know/im],
]

/** Lines before what is quoted and before the signature. */
function ownWords(text: string): string {
  const lines: string[] = []
  for (const line of text.slice(0, 20_000).split('\n')) {
    const bare = line.trim()
    if (
      bare === '--' ||
      /^(?:-{2,} ?(?:original|原始邮件|forwarded|转发)|发件人[:：]|from: .{0,200}@)/i.test(bare)
    )
      break
    if (/(?:wrote|写道)[:：]$/i.test(bare)) break
    // A question mark in an address asks nothing.
    if (!bare.startsWith('>')) lines.push(line.replace(/https?:\/\/\S{1,2000}/g, ''))
  }
  return lines.join('\n')
}

/** What a mail asks its reader for; null where it asks nothing. */
export function askedFor(text: string): AskedFor | null {
  const own = ownWords(text)
  return kinds.find(([, pattern]) => pattern.test(own))?.[0] ?? null
}

/** Ready answers by what is asked for: yes, no, later; in the language of the mail, whatever that of the page is. */
export const readyAnswers: Record<'zh' | 'en', Record<AskedFor, readonly string[]>> = {
  zh: {
    meeting: [
      '可以，我会准时参加。',
      '抱歉，那个时间我不方便，能否改期？',
      '我先确认一下日程，稍后回复您。',
    ],
    approval: ['已确认，没有问题。', '我有几点意见，稍后详细回复。', '收到，我看过后尽快回复您。'],
    material: [
      '好的，我整理后尽快发给您。',
      '抱歉，这份材料不在我这里。',
      '请问最晚什么时候需要？',
    ],
    answer: ['可以，没有问题。', '抱歉，恐怕不行。', '我了解一下，稍后回复您。'],
  },
  en: {
    meeting: [
      'Yes, I will be there.',
      'Sorry, that time does not suit me. Could we move it?',
      'Let me check my calendar and get back to you.',
    ],
    approval: [
      'Confirmed, this is fine with me.',
      'I have a few comments and will send them shortly.',
      'Thank you. I will look at it and get back to you soon.',
    ],
    material: [
      'Sure, I will put it together and send it soon.',
      'Sorry, I do not have this material.',
      'By when do you need it at the latest?',
    ],
    answer: [
      'Yes, that is fine.',
      'Sorry, I am afraid that is not possible.',
      'Let me find out and get back to you.',
    ],
  },
}
