import type { Mailbox } from './demo-mime.ts'
import { demoOrganisation } from './demo-organisation.ts'

/** Whose habits the mail shows: how it quotes, which language its labels are in. */
export type DemoClient =
  | 'foxmail'
  | 'foxmail-gbk'
  | 'outlook-zh'
  | 'outlook-en'
  | 'gmail-zh'
  | 'gmail-en'
  | 'apple-en'
  | 'apple-zh'
  | 'plain-zh'
  | 'plain-en'

export interface DemoContact extends Mailbox {
  client: DemoClient
  /** Minutes east of UTC on the writer's clock. */
  zone: number
  signature: string[]
}

/** People who write in the threads. Every domain ends in .example or .test. */
export const demoContacts = {
  zhangwei: inside('zhangwei', 'foxmail', [
    '张伟　产品总监',
    '鸿雁示例科技 · 产品部',
    '电话：0571-5555 0118',
  ]),
  emma: inside('emma', 'apple-en', [
    'Emma Clarke',
    'Head of Design and International, Hongyan Demo',
  ]),
  admin: inside('admin', 'outlook-zh', [
    '信息系统与客户支持',
    '鸿雁示例科技 · support@demo.hongyan.test',
  ]),
  liting: inside('liting', 'outlook-zh', [
    '李婷',
    '财务经理 | 鸿雁示例科技 财务行政部',
    '分机 8206',
  ]),
  wangjian: inside('wangjian', 'plain-zh', ['王建国', '研发部']),
  sofia: inside('sofia', 'gmail-en', ['Sofia Rossi', 'Sales Manager, Hongyan Demo']),
  /** The shared address of the support desk; an alias of the administrator. */
  support: inside('support', 'outlook-zh', ['客户支持', '鸿雁示例科技']),

  chen: outside('陈静', 'chenjing@yunxi-pharmacy.example', 'outlook-zh', [
    '陈静　信息部经理',
    '云溪连锁药房有限公司',
  ]),
  qian: outside('钱敏', 'finance@yunxi-pharmacy.example', 'foxmail-gbk', [
    '钱敏',
    '云溪连锁药房 财务部',
  ]),
  heng: outside('何律师', 'he.lawyer@hengxu-law.example', 'outlook-zh', [
    '何知远　律师',
    '衡序律师事务所',
    '本邮件及附件可能包含保密信息，如误收请删除并告知发件人。',
  ]),
  zhao: outside('赵倩', 'zhaoqian@haitangli-hotels.example', 'foxmail', [
    '赵倩　前厅部经理',
    '海棠里酒店',
  ]),
  shibei: outside('拾贝人才 · 周雯', 'zhouwen@shibei-talent.example', 'foxmail', [
    '周雯　招聘顾问',
    '拾贝人才服务',
  ]),
  yanyu: outside('檐语云 技术支持', 'support@yanyu-cloud.example', 'outlook-zh', [
    '檐语云 技术支持中心',
  ]),
  ludao: outside('鹭岛商旅 小林', 'linxy@ludao-travel.example', 'foxmail-gbk', [
    '林晓燕',
    '鹭岛商旅 企业客户部',
  ]),
  printer: outside('纸月印刷 老吴', 'wu@zhiyue-print.example', 'foxmail-gbk', [
    '吴师傅',
    '纸月印刷',
  ]),
  candidate: outside('许一鸣', 'xuyiming@mailbox.example', 'gmail-zh', ['许一鸣']),
  media: outside('顾晓', 'guxiao@bancai-media.example', 'apple-zh', ['顾晓', '半材媒体 记者']),

  oliver: outside('Oliver Finch', 'oliver.finch@finchmarlow.example', 'outlook-en', [
    'Oliver Finch',
    'Director of Store Operations',
    'Finch & Marlow Stores',
  ]),
  priya: outside('Priya Nair', 'priya.nair@finchmarlow.example', 'outlook-en', [
    'Priya Nair',
    'Data Protection Officer, Finch & Marlow Stores',
  ]),
  hannah: outside('Hannah Doyle', 'hannah@paperkite-studio.example', 'apple-en', [
    'Hannah Doyle',
    'Paper Kite Studio',
  ]),
  tom: outside('Tom Ashworth', 'tom.ashworth@tidewater-clinics.example', 'outlook-en', [
    'Tom Ashworth',
    'Rota Coordinator, Tidewater Clinics',
  ]),
  ravi: outside('Ravi Menon', 'ravi@tidewater-clinics.example', 'plain-en', ['Ravi']),
  ingrid: outside('Ingrid Solheim', 'ingrid.solheim@nordhavn-logistik.example', 'outlook-en', [
    'Ingrid Solheim',
    'Procurement, Nordhavn Logistik',
  ]),
  megan: outside('Megan Pryce', 'megan@interfacenorth.example', 'gmail-en', [
    'Megan Pryce',
    'Programme team, Interface North',
  ]),
  daniel: outside('Daniel Okafor', 'daniel@lexicon-bridge.example', 'gmail-en', [
    'Daniel Okafor',
    'Lexicon Bridge Translations',
  ]),
  grace: outside('Grace Hollis', 'grace.hollis@evenaccess.example', 'apple-en', [
    'Grace Hollis',
    'Accessibility consultant, Even Access',
  ]),
} as const satisfies Record<string, DemoContact>

export type DemoWriter = keyof typeof demoContacts

export function contactOf(writer: DemoWriter): DemoContact {
  return demoContacts[writer]
}

export function isInside(address: string): boolean {
  return address.endsWith(`@${demoOrganisation.domain}`)
}

function inside(local: string, client: DemoClient, signature: string[]): DemoContact {
  const address = `${local}@${demoOrganisation.domain}`
  const person = demoOrganisation.people.find((one) => one.address === address)
  return { name: person?.name.zh ?? '鸿雁客户支持', address, client, zone: 480, signature }
}

function outside(
  name: string,
  address: string,
  ...[client, signature]: [DemoClient, string[]]
): DemoContact {
  return { name, address, client, zone: client.endsWith('-en') ? 0 : 480, signature }
}
