import { readFileSync } from 'node:fs'
import type { Authentication } from '../../mailstore/types.ts'
import { qrPicture } from '../qr-picture.ts'
import { encodeGbk } from './gbk.ts'

/** A mail of the sets by which the check is judged. */
export interface Sample {
  name: string
  isFraud: boolean
  /** Kept aside: no rule is written from it. */
  isAside: boolean
  raw: Buffer
  sender: string
  subject: string
  authentication: Authentication
  /** Somebody the mailbox had mail from before. */
  isKnown: boolean
}

/** Each line of a set is filled in three ways: hosts, people, sums. */
const fills: Record<string, readonly [string, string, string]> = {
  bad: ['mail-secure-update.com', 'webmail-verify.top', 'kf-service.icu'],
  badurl: [
    'https://mail-secure-update.com/login',
    'http://webmail-verify.top/i.php?id=3',
    'https://kf-service.icu/a',
  ],
  odd: [
    'https://storage-4411.web.app/x',
    'https://form.jotform.com/2231',
    'http://203.0.113.9/verify',
  ],
  short: ['https://bit.ly/3xKq2', 'https://t.cn/A6x9', 'https://is.gd/k2Lm'],
  firm: ['greenwood-timber.example', 'lotus-textile.example', 'northport.example'],
  freemail: ['gmail.com', '163.com', 'outlook.com'],
  person: ['王建国', '陈晓敏', '刘洋'],
  personEn: ['Anna Meyer', 'James Carter', 'Priya Nair'],
  person1: ['office88', 'contact', 'a.meyer'],
  boss: ['张伟', '张伟', '张伟'],
  bossEn: ['Emma Wilson', 'Emma Wilson', 'Emma Wilson'],
  bossmail: ['zhangwei.ceo', 'chairman2026', 'director.office'],
  supplier: ['宏达机电', '华信贸易', '金石材料'],
  sum: ['28,500', '136,000', '9,800'],
  partner: ['partner-a.example', 'beiming-tech.example', 'rivergate.example'],
  smallfirm: ['tiny-workshop.example', 'laowang.example', 'oakandson.example'],
  shop: ['悦读书城', '山海商城', '拾光咖啡'],
  shopEn: ['Bookhaven', 'Trailhead', 'Beanery'],
  shopdomain: ['bookhaven.example', 'trailhead.example', 'beanery.example'],
  mailer: ['mailer-one.example', 'sendwell.example', 'postcraft.example'],
  uni: ['东海大学', '北方理工', '学会秘书处'],
  uniEn: ['Eastsea University', 'Journal of Things', 'Conference Office'],
  unidomain: ['eastsea.edu.example', 'things.example', 'conf.example'],
  govdomain: ['zjtax.gov.cn', 'hrss.gov.cn', 'gd.gov.cn'],
  airline: ['skyways.example', 'eastair.example', 'blueline.example'],
  airlineEn: ['Skyways', 'Eastair', 'Blueline'],
  hotel: ['grandlake.example', 'oldtown.example', 'harbour.example'],
  hotelEn: ['Grand Lake', 'Old Town Inn', 'Harbour Hotel'],
  bank: ['firstbank.example', 'citycredit.example', 'unionbank.example'],
}

const fill = (text: string, at: number): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => fills[name]?.[at] ?? `{${name}}`)

/** The sets: fraud and honest, each with a third that is kept aside. */
export const samples = (): Sample[] =>
  [
    { file: 'fraud-seen.txt', isFraud: true, isAside: false },
    { file: 'fraud-aside.txt', isFraud: true, isAside: true },
    { file: 'honest-seen.txt', isFraud: false, isAside: false },
    { file: 'honest-aside.txt', isFraud: false, isAside: true },
  ].flatMap(({ file, ...kind }) =>
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line, at) =>
        [0, 1, 2].map((variant) =>
          sampleOf(fill(line, variant), { ...kind, name: `${file}:${at + 1}.${variant}`, variant }),
        ),
      ),
  )

interface Head {
  name: string
  isFraud: boolean
  isAside: boolean
  variant: number
}

function sampleOf(line: string, { variant, ...head }: Head): Sample {
  const [from = '', subject = '', body = '', hooks = '', how = ''] = line.split('|')
  const [, name = '', sender = ''] = /^(.*) <(.+)>$/.exec(from) ?? []
  const [auth = 'none', ...more] = how.split(',')
  const domain = sender.slice(sender.indexOf('@') + 1)
  const chinese = /\p{Script=Han}/u.test(line)
  const raw = rawOf({
    name,
    sender,
    subject,
    body,
    hooks: hooks.split(/ (?=[A-Z]:)/).filter(Boolean),
    isList: more.includes('list'),
    // One of three Chinese mails is in GBK, as old programs write it.
    encode: chinese && variant === 2 ? encodeGbk : null,
  })
  return {
    ...head,
    raw,
    sender,
    subject,
    authentication: resultsOf(auth, domain),
    isKnown: more.includes('known'),
  }
}

function resultsOf(auth: string, domain: string): Authentication {
  if (auth === 'pass') return { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none', domain }
  if (auth === 'fail')
    return { spf: 'fail', dkim: 'none', dmarc: 'fail', arc: 'none', domain: null }
  if (auth === 'partly') return { spf: 'pass', dkim: 'none', dmarc: 'none', arc: 'none', domain }
  return { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none', domain: null }
}

interface Parts {
  name: string
  sender: string
  subject: string
  body: string
  hooks: string[]
  isList: boolean
  encode: ((text: string) => Buffer) | null
}

function rawOf({ name, sender, subject, body, hooks, isList, encode }: Parts): Buffer {
  const charset = encode ? 'gbk' : 'utf-8'
  const bytes = encode ?? ((text: string) => Buffer.from(text))
  const word = (text: string): string => `=?${charset}?B?${bytes(text).toString('base64')}?=`
  const reply = hooks.find((one) => one.startsWith('R:'))?.slice(2)
  const files = hooks.filter((one) => one.startsWith('F:')).map(fileOf)
  const head = [
    `From: ${word(name)} <${sender}>`,
    'To: reader@example.test',
    `Subject: ${word(subject)}`,
    'Date: Mon, 23 Nov 2026 09:00:00 +0800',
    `Message-ID: <${Buffer.from(`${sender}${subject}`).toString('hex').slice(0, 60)}@eval.test>`,
    ...(reply ? [`Reply-To: ${reply}`] : []),
    ...(isList
      ? [
          `List-Unsubscribe: <https://${sender.split('@')[1]}/u>`,
          `List-Id: <${sender.split('@')[1]}>`,
        ]
      : []),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
  ]
  const html = bytes(htmlOf(body, hooks)).toString('base64')
  const parts = [
    `Content-Type: text/html; charset=${charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n${html}`,
    ...hooks
      .filter((one) => one.startsWith('Q:'))
      .map(
        (one) =>
          `Content-Type: image/png\r\nContent-ID: <qr>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${qrPicture(one.slice(2)).toString('base64')}`,
      ),
    ...files.map(
      (one) =>
        `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent(one.name)}\r\nContent-Transfer-Encoding: base64\r\n\r\n${one.bytes.toString('base64')}`,
    ),
  ]
  return Buffer.from(
    `${head.join('\r\n')}\r\n\r\n${parts.map((one) => `--b\r\n${one}\r\n`).join('')}--b--\r\n`,
  )
}

function htmlOf(body: string, hooks: readonly string[]): string {
  // A mail of pictures says in a picture what others say in words.
  if (hooks.includes('P')) return '<p><img src="cid:a" alt=""></p>'
  const code = hooks.some((one) => one.startsWith('Q:')) ? '<p><img src="cid:qr" alt=""></p>' : ''
  const links = hooks.flatMap((one) => {
    if (one.startsWith('L:')) return [`<p><a href="${one.slice(2)}">${one.slice(2)}</a></p>`]
    const [shown, href] = one.startsWith('A:') ? one.slice(2).split('>') : []
    return href ? [`<p><a href="${href}">${shown}</a></p>`] : []
  })
  return `<html><body><p>${body}</p>${links.join('')}${code}</body></html>`
}

const contents: Record<string, Buffer> = {
  pdf: Buffer.from('%PDF-1.4\n1 0 obj\n'),
  program: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)]),
  programbytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)]),
  formpage: Buffer.from(
    '<html><form action="https://kf-service.icu"><input type="password"></form></html>',
  ),
  zip: Buffer.from('504b0304140000000000', 'hex'),
  lockedzip: Buffer.from('504b0304140001000000', 'hex'),
}

function fileOf(hook: string): { name: string; bytes: Buffer } {
  const [, name = '', kind = ''] = hook.split(':')
  return { name, bytes: contents[kind] ?? Buffer.alloc(0) }
}
