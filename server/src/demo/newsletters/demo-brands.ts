import type { Brand } from './demo-newsletter-layout.ts'

/** Invented senders; their hosts end in .example and answer nobody. */
export const demoBrands = {
  halfstack: digest(
    ['半栈周刊', 'halfstack.example', '#2457a6', 'zh'],
    '你收到这封邮件，是因为订阅了半栈周刊。',
  ),
  margin: digest(
    ['The Margin', 'themargin.example', '#7a3b69', 'en'],
    'A letter about quiet interfaces, every other week.',
  ),
  tallyboard: digest(
    ['Tallyboard', 'tallyboard.example', '#0f766e', 'en'],
    'Tallyboard, 4 Quay Walk. You receive product news as a workspace member.',
  ),
  north: digest(
    ['Interface North', 'interfacenorth.example', '#b4472e', 'en'],
    'Interface North, The Old Ropeworks, Gateshead.',
  ),
  market: {
    ...digest(
      ['木耳市集', 'muer-market.example', '#d9480f', 'zh'],
      '木耳市集 · 好好吃饭，慢慢生活',
    ),
    layout: 'grid',
  },
  bank: notice(
    ['望岳银行', 'wangyue-bank.example', '#9b1c31', 'zh'],
    '本邮件由系统自动发送，请勿直接回复。我行不会通过邮件索要密码或验证码。',
  ),
  airline: notice(
    ['青鸾航空 Luan Air', 'luan-air.example', '#0b5c8a', 'zh'],
    '请携带有效证件，在起飞前 45 分钟办理乘机手续。',
  ),
  hotel: notice(
    ['松间酒店 Pinegate', 'pinegate.example', '#3f6b4f', 'en'],
    'Pinegate Hotels. Free cancellation until 18:00 the day before arrival.',
  ),
  government: {
    ...notice(
      ['滨河新区政务服务', 'binhe-gov.example', '#c0271b', 'zh'],
      '滨河新区政务服务中心　咨询电话：0571-5555 0100',
    ),
    layout: 'official',
  },
  cloud: notice(
    ['Nimbusry', 'nimbusry.example', '#3949ab', 'en'],
    'Nimbusry Cloud Services. Billing questions: billing@nimbusry.example',
  ),
  courier: notice(
    ['飞梭快递', 'feisuo.example', '#e07a10', 'zh'],
    '客服热线 400-555-0144　签收前请检查外包装。',
  ),
  yanyuCloud: notice(
    ['檐语云', 'yanyu-cloud.example', '#1d4ed8', 'zh'],
    '檐语云 · 您收到此邮件是因为您是账号的技术联系人。',
  ),
} as const satisfies Record<string, Brand>

export type DemoBrand = keyof typeof demoBrands

type Core = [name: string, host: string, colour: string, language: 'zh' | 'en']

function digest([name, host, colour, language]: Core, footer: string): Brand {
  const address = `hello@${host}`
  const listId = `news.${host}`
  return { name, address, colour, language, layout: 'digest', host, footer, listId }
}

function notice([name, host, colour, language]: Core, footer: string): Brand {
  return { name, address: `service@${host}`, colour, language, layout: 'notice', host, footer }
}
