const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Sites that only pass on. */
export const shorteners = words(
  'bit.ly t.co tinyurl.com goo.gl ow.ly is.gd buff.ly cutt.ly rebrand.ly rb.gy s.id t.ly v.gd tiny.cc t.cn url.cn dwz.cn suo.im w.url.cn u.nu sourl.cn suo.nz c1ns.cn mrw.so reurl.cc lihi.cc',
)

/** Where anybody may put a page or a form under somebody else's name. */
const hosted =
  /(?:^|\.)(?:weebly\.com|wixsite\.com|web\.app|firebaseapp\.com|pages\.dev|workers\.dev|r2\.dev|github\.io|netlify\.app|vercel\.app|glitch\.me|repl\.co|blob\.core\.windows\.net|webflow\.io|godaddysites\.com|square\.site|forms\.gle|jotform\.com|typeform\.com|wj\.qq\.com|jinshuju\.net|ipfs\.io|ngrok\.io|000webhostapp\.com|duckdns\.org|yolasite\.com)$/

/** Endings that cost next to nothing. */
const cheap =
  /\.(?:top|xyz|icu|click|buzz|cyou|vip|tk|ml|ga|cf|gq|work|shop|online|site|live|club|fun|rest|sbs|cfd|bond|monster|quest|lol|zip|mov)$/

const bait =
  /(?:login|logon|signin|secure|security|verify|verif|account|update|support|webmail|mailbox|password|unlock|billing|auth|renzheng|yanzheng|youxiang|butie)/

/** Where anybody has an address. */
const free = words(
  'gmail.com outlook.com hotmail.com live.com yahoo.com aol.com gmx.com proton.me protonmail.com icloud.com mail.ru yandex.com qq.com 163.com 126.com sina.com sohu.com foxmail.com yeah.net 139.com 189.cn',
)

/** Where the codes of well-known apps lead: a card, a group, a payment that the app itself asks about. */
const codeHosts =
  /(?:^|\.)(?:u\.wechat\.com|weixin\.qq\.com|work\.weixin\.qq\.com|wxp?\.tenpay\.com|qr\.alipay\.com|qm\.qq\.com|line\.me|wa\.me|t\.me)$/

export const isCodeHost = (host: string): boolean => codeHosts.test(host)
export const isHosted = (host: string): boolean => hosted.test(host)
export const isCheap = (host: string): boolean => cheap.test(host)
export const isFreeMail = (domain: string): boolean => free.has(domain)

/** A name made of what people are told to do, joined to something: `secure-login-alerts.com`. */
export const isBait = (host: string): boolean => {
  const name = host.split('.').slice(0, -1).join('.')
  return bait.test(name) && /[-\d]/.test(name)
}

const twoLevel = /\.(?:co|com|net|org|gov|edu|ac)\.[a-z]{2}$/

/** The part of a name that one owner has, by the usual shapes. */
export const siteOf = (host: string): string =>
  host
    .split('.')
    .slice(twoLevel.test(host) ? -3 : -2)
    .join('.')
