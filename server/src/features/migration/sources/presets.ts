import type { SourceServer } from '@hongyan/contract/migration'

interface Provider {
  code: string
  domains: readonly string[]
  host: string
  /** It takes a password for programs only. */
  needsAppPassword: boolean
}

const providers: readonly Provider[] = [
  {
    code: 'gmail',
    domains: ['gmail.com', 'googlemail.com'],
    host: 'imap.gmail.com',
    needsAppPassword: true,
  },
  {
    code: 'outlook',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'live.cn', 'outlook.jp'],
    host: 'outlook.office365.com',
    needsAppPassword: true,
  },
  {
    code: 'icloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    host: 'imap.mail.me.com',
    needsAppPassword: true,
  },
  {
    code: 'yahoo',
    domains: ['yahoo.com', 'ymail.com'],
    host: 'imap.mail.yahoo.com',
    needsAppPassword: true,
  },
  {
    code: 'qq',
    domains: ['qq.com', 'foxmail.com', 'vip.qq.com'],
    host: 'imap.qq.com',
    needsAppPassword: true,
  },
  {
    code: 'exmail',
    domains: ['exmail.qq.com'],
    host: 'imap.exmail.qq.com',
    needsAppPassword: true,
  },
  { code: 'netease', domains: ['163.com'], host: 'imap.163.com', needsAppPassword: true },
  { code: 'netease', domains: ['126.com'], host: 'imap.126.com', needsAppPassword: true },
  { code: 'netease', domains: ['yeah.net'], host: 'imap.yeah.net', needsAppPassword: true },
  { code: 'netease', domains: ['188.com'], host: 'imap.188.com', needsAppPassword: true },
  {
    code: 'sina',
    domains: ['sina.com', 'sina.cn', 'vip.sina.com'],
    host: 'imap.sina.com',
    needsAppPassword: true,
  },
  { code: 'sohu', domains: ['sohu.com'], host: 'imap.sohu.com', needsAppPassword: true },
  { code: '139', domains: ['139.com'], host: 'imap.139.com', needsAppPassword: true },
  { code: '189', domains: ['189.cn'], host: 'imap.189.cn', needsAppPassword: true },
  { code: 'aliyun', domains: ['aliyun.com'], host: 'imap.aliyun.com', needsAppPassword: false },
]

/** Mail servers of organisations that use a provider, by how their MX ends. */
const byMx: readonly { ending: string; code: string; host: string; needsAppPassword: boolean }[] = [
  {
    ending: '.mxhichina.com',
    code: 'aliyun',
    host: 'imap.qiye.aliyun.com',
    needsAppPassword: false,
  },
  { ending: '.aliyun.com', code: 'aliyun', host: 'imap.qiye.aliyun.com', needsAppPassword: false },
  { ending: '.qq.com', code: 'exmail', host: 'imap.exmail.qq.com', needsAppPassword: true },
  { ending: '.netease.com', code: 'netease', host: 'imaphz.qiye.163.com', needsAppPassword: true },
  { ending: '.google.com', code: 'gmail', host: 'imap.gmail.com', needsAppPassword: true },
  { ending: '.googlemail.com', code: 'gmail', host: 'imap.gmail.com', needsAppPassword: true },
  {
    ending: '.outlook.com',
    code: 'outlook',
    host: 'outlook.office365.com',
    needsAppPassword: true,
  },
  { ending: '.icloud.com', code: 'icloud', host: 'imap.mail.me.com', needsAppPassword: true },
]

export interface Guess {
  code: string
  server: SourceServer | null
  needsAppPassword: boolean
}

interface Dns {
  /** Host names, best first. */
  mx(domain: string): Promise<readonly string[]>
}

const tlsAt = (host: string): SourceServer => ({
  protocol: 'imap',
  host,
  port: 993,
  security: 'tls',
})

/** How mailboxes of an address are probably reached: a provider that is known, else what its domain says of itself. */
export async function guessServer(address: string, dns: Dns): Promise<Guess> {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  const known = providers.find(({ domains }) => domains.includes(domain))
  if (known) return { ...known, server: tlsAt(known.host) }
  const other: Guess = { code: 'other', server: null, needsAppPassword: false }
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)) return other
  const [mx = ''] = await dns.mx(domain).catch(() => [])
  const hosted = byMx.find(({ ending }) => `.${mx.toLowerCase()}`.endsWith(ending))
  if (hosted) return { ...hosted, server: tlsAt(hosted.host) }
  return { ...other, server: tlsAt(`imap.${domain}`) }
}
