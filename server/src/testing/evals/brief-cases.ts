import type { BriefLine } from '@hongyan/contract/assistant-wire'

/** A mail of a conversation, what its brief must say, and what it must not: parts of sentences. */
export interface BriefCase {
  text: string
  must: readonly [kind: BriefLine['kind'], part: string][]
  not?: readonly string[]
}

/** One mail each, twenty in Chinese and twenty in English. What a reader would note is judged, not how it is put. */
export const briefCases: readonly BriefCase[] = [
  { text: '各位好，\n展位定在哪里？\n谢谢！', must: [['question', '展位']] },
  { text: '王总：\n预算是否可以增加两万元？\n此致', must: [['question', '预算']] },
  { text: '请问样品什么时候能到？', must: [['question', '样品']] },
  { text: '我们决定采用第二套方案。', must: [['decision', '第二套方案']] },
  { text: '会议改到周四下午三点。', must: [['decision', '周四']] },
  { text: '经讨论，项目推迟到明年三月。', must: [['decision', '推迟']] },
  { text: '请财务部在11月27日前确认付款。', must: [['task', '确认付款']] },
  { text: '麻烦小李整理一份名单。', must: [['task', '名单']] },
  { text: '烦请尽快提交盖章的合同。', must: [['task', '合同']] },
  { text: '我会在周五前把报价单发给您。', must: [['task', '报价单']] },
  { text: '我来负责预订会议室。', must: [['task', '会议室']] },
  { text: '开幕式在12月3日上午举行。', must: [['date', '开幕式']] },
  { text: '培训时间：2030-05-06，地点三楼。', must: [['date', '2030-05-06']] },
  { text: '谢谢您的支持，祝工作顺利！', must: [], not: ['谢谢', '祝'] },
  { text: '附件是上次的纪要，请查收。', must: [], not: ['附件是上次'] },
  {
    text: '海报由谁设计？\n我们同意租用A12展位。\n请王强周三前提交图纸。',
    must: [
      ['question', '海报'],
      ['decision', 'A12'],
      ['task', '图纸'],
    ],
  },
  {
    text: '好的，收到。\n\n在 2030年1月1日，李娜写道：\n> 合同在哪里？',
    must: [],
    not: ['合同在哪里'],
  },
  { text: '能否把会议提前半小时？', must: [['question', '提前']] },
  { text: '请务必在今天下班前回复客户。', must: [['task', '回复客户']] },
  { text: '价格已经批准，可以下单。', must: [['decision', '批准']] },
  { text: 'Hi all,\nWho prepares the posters?\nThanks', must: [['question', 'posters']] },
  { text: 'Can we raise the budget by 10%?', must: [['question', 'budget']] },
  { text: 'Do you have the final numbers for May?', must: [['question', 'numbers']] },
  { text: 'We decided to rent stand A12.', must: [['decision', 'A12']] },
  { text: 'The meeting was moved to Thursday at 3 pm.', must: [['decision', 'Thursday']] },
  { text: 'We have agreed on the second draft.', must: [['decision', 'second draft']] },
  { text: 'Please send the price list by 27 November.', must: [['task', 'price list']] },
  { text: 'Could you book the room for Monday.', must: [['task', 'book the room']] },
  { text: 'You need to sign the form before Friday.', must: [['task', 'sign the form']] },
  { text: 'I will send the contract tomorrow.', must: [['task', 'contract']] },
  { text: "I'll check the numbers and come back to you.", must: [['task', 'numbers']] },
  { text: 'The opening is on 3 December in hall 4.', must: [['date', 'opening']] },
  { text: 'The course starts on Monday, 9 am.', must: [['date', 'course']] },
  { text: 'Thanks a lot and best regards', must: [], not: ['Thanks', 'regards'] },
  { text: 'Please find the minutes attached.', must: [], not: ['minutes attached'] },
  {
    text: 'Who pays for the flights?\nWe agreed to stay two nights.\nPlease confirm the hotel by Friday.',
    must: [
      ['question', 'flights'],
      ['decision', 'two nights'],
      ['task', 'hotel'],
    ],
  },
  {
    text: 'Fine with me.\n\nOn 1 Jan 2030, Ann wrote:\n> Where is the contract?',
    must: [],
    not: ['Where is the contract'],
  },
  { text: 'Let me know whether Tuesday suits you.', must: [['question', 'Tuesday']] },
  { text: 'The order was cancelled.', must: [['decision', 'cancelled']] },
  { text: 'Would you please update the list.', must: [['task', 'list']] },
]
