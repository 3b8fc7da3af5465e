/** Names that frauds borrow, as a person reads them, and the sites that are theirs. */
const brands: readonly [name: RegExp, sites: string][] = [
  [
    /microsoft|office ?365|outlook team|sharepoint|onedrive/i,
    'microsoft.com microsoftonline.com office.com live.com outlook.com sharepoint.com office365.com',
  ],
  [
    // A word that is a name of people too is the brand where it stands alone, or with what only a business has.
    /^apple$|\bapple (?:id|inc|pay|support|store|card|music|account|team|security|services?|billing|customer|care|alerts?)\b|\b(?:your|from) apple\b|icloud|苹果(?:公司|支持)/i,
    'apple.com icloud.com',
  ],
  [/paypal/i, 'paypal.com'],
  [/\bamazon\b|亚马逊/i, 'amazon.com amazon.cn amazon.co.uk amazon.de amazonaws.com amazon.co.jp'],
  [/\bdhl\b/i, 'dhl.com dhl.de'],
  [/fed ?ex/i, 'fedex.com'],
  [/\bups\b/i, 'ups.com'],
  [/docu ?sign/i, 'docusign.com docusign.net'],
  [/netflix/i, 'netflix.com'],
  [/\bgoogle\b|gmail team/i, 'google.com gmail.com'],
  [
    /facebook|\bmeta (?:support|business)|instagram/i,
    'facebook.com facebookmail.com meta.com instagram.com',
  ],
  [/linked ?in/i, 'linkedin.com'],
  [/dropbox/i, 'dropbox.com dropboxmail.com'],
  [/\badobe\b/i, 'adobe.com adobesign.com'],
  [/\bdisney/i, 'disneyplus.com disney.com'],
  [/wetransfer/i, 'wetransfer.com'],
  [/coinbase|binance|metamask/i, 'coinbase.com binance.com metamask.io'],
  [/支付宝|alipay/i, 'alipay.com'],
  [/微信(?:支付|团队|安全)?|wechat/i, 'qq.com tencent.com wechat.com weixin.qq.com'],
  [/腾讯|tencent/i, 'tencent.com qq.com cloud.tencent.com'],
  [
    /阿里(?:云|巴巴|邮箱)|aliyun/i,
    'aliyun.com alibaba-inc.com alibaba.com aliyun-inc.com alibabacloud.com',
  ],
  [/淘宝|天猫|taobao/i, 'taobao.com tmall.com'],
  [/京东(?:商城|金融|白条)?/i, 'jd.com'],
  [/网易(?:邮箱|严选)?/i, 'netease.com 163.com 126.com'],
  [/工商银行|\bicbc\b/i, 'icbc.com.cn'],
  [/建设银行|\bccb\b/i, 'ccb.com'],
  [/中国银行/i, 'boc.cn bankofchina.com'],
  [/农业银行/i, 'abchina.com'],
  [/招商银行/i, 'cmbchina.com'],
  [/交通银行/i, 'bankcomm.com'],
  [/顺丰/i, 'sf-express.com'],
  [/中通快递|圆通|韵达|申通/i, 'zto.com yto.net.cn yundaex.com sto.cn'],
  [/12306|铁路客服/i, '12306.cn rails.com.cn'],
  [/\bETC\b[^\n]{0,4}(?:中心|认证|客服)/i, 'txffp.com'],
  [/wells fargo/i, 'wellsfargo.com'],
  [/\bhsbc\b|汇丰/i, 'hsbc.com hsbc.com.cn hsbc.com.hk'],
  [/bank of america/i, 'bankofamerica.com'],
  [
    /^chase$|\bj\.?p\.? ?morgan\b|\bchase (?:bank|online|support|card|fraud|alerts?|security|secure|account|customer|credit|services?|team|mobile|pay)\b|\b(?:your|from) chase\b/i,
    'chase.com jpmorgan.com jpmchase.com',
  ],
  [/\bcitibank\b/i, 'citi.com citibank.com'],
]

/** Offices of the state, whose mail comes from their own domains. */
const offices =
  /税务(?:局|总局)|社保局|人社(?:局|部)|公安(?:局|部)|人力资源和社会保障|财政部|医保局|公积金(?:中心)?|法院|检察院/

/** Words that stand in the names of sites in place of a brand. */
const labels =
  /microsoft|office365|paypal|amazon|apple|icloud|netflix|docusign|dropbox|linkedin|facebook|alipay|taobao|wechat|weixin|aliyun|tencent|icbc|cmbchina|chase|wellsfargo|hsbc|fedex|dhl/

/** A brand that a name claims, and whose site the domain is not. @returns the words that claim it */
export function borrowedName(name: string, domain: string): string | null {
  for (const [pattern, sites] of brands) {
    const found = pattern.exec(name)?.[0]
    if (found !== undefined && !sites.split(' ').some((site) => isWithin(domain, site)))
      return found
  }
  const office = offices.exec(name)?.[0]
  return office !== undefined && !/\.gov\.cn$/.test(domain) ? office : null
}

/** A site whose name has a brand in it that is not its own. */
export function borrowedSite(host: string): boolean {
  const found = labels.exec(host)?.[0]
  if (found === undefined) return false
  const known = brands.flatMap(([, sites]) => sites.split(' '))
  return !known.some((site) => isWithin(host, site))
}

const isWithin = (domain: string, site: string): boolean =>
  domain === site || domain.endsWith(`.${site}`)
