import { escapeHtml } from '../demo-markup.ts'

export interface Brand {
  name: string
  address: string
  colour: string
  language: 'zh' | 'en'
  layout: 'digest' | 'notice' | 'grid' | 'official'
  /** Host of its pictures, links and tracking pixel. */
  host: string
  footer: string
  /** Present for a real mailing; an order or an account notice has none. */
  listId?: string
}

export interface Issue {
  subject: string
  headline: string
  intro: string
  items?: [title: string, text: string][]
  rows?: [label: string, value: string][]
  button?: string
  /** Set when the picture at the top travels inside the mail. */
  heroCid?: string
  /** Set for a square picture below the rows, also inside the mail. */
  codeCid?: string
}

/** Table markup of the kind that mailing tools write: nested tables, inline styles, pixel. */
export function newsletterHtml(brand: Brand, issue: Issue, reference: string): string {
  const parts = [
    masthead(brand, reference),
    hero(brand, issue, reference),
    opening(brand, issue),
    items(brand, issue, reference),
    rows(issue),
    button(brand, issue, reference),
    footer(brand, reference),
  ]
  const width = brand.layout === 'official' ? 680 : 600
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="${brand.language === 'zh' ? 'zh-CN' : 'en'}"><head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1.0" />
<title>${escapeHtml(issue.subject)}</title>
<style type="text/css">
body{margin:0;padding:0;background:#eef1f5} table{border-collapse:collapse} img{border:0;display:block}
a{color:${brand.colour}} .btn a{color:#ffffff;text-decoration:none}
@media only screen and (max-width:620px){.w{width:100%!important}.col{display:block!important;width:100%!important}}
</style></head>
<body bgcolor="#eef1f5">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(issue.intro.slice(0, 60))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#eef1f5"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" class="w" width="${width}" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:${width}px;font-family:Helvetica,Arial,'PingFang SC','Microsoft YaHei',sans-serif;color:#2b2f36">
${parts.filter(Boolean).join('\n')}
</table></td></tr></table>
<img src="https://t.${brand.host}/o/${reference}.gif" width="1" height="1" alt="" />
</body></html>
`
}

/** The plain text alternative. */
export function newsletterText(brand: Brand, issue: Issue, reference: string): string {
  const list = (issue.items ?? []).map(([title, text]) => `* ${title}\n  ${text}`)
  const table = (issue.rows ?? []).map(([label, value]) => `${label}: ${value}`)
  const link = issue.button ? [`${issue.button}: ${url(brand, reference)}`] : []
  const blocks = [issue.headline, issue.intro, ...list, table.join('\n'), ...link]
  return `${blocks.filter(Boolean).join('\n\n')}\n\n--\n${brand.name}\n${brand.footer}\n`
}

function masthead(brand: Brand, reference: string): string {
  if (brand.layout === 'official') {
    return `<tr><td align="center" style="padding:26px 40px 12px;border-bottom:3px solid ${brand.colour};color:${brand.colour};font-size:26px;letter-spacing:4px;font-family:SimSun,'Songti SC',serif"><b>${escapeHtml(brand.name)}</b></td></tr>`
  }
  const view = brand.language === 'zh' ? '在浏览器中查看' : 'View in browser'
  return `<tr><td style="padding:18px 28px;background:${brand.colour}"><table role="presentation" width="100%"><tr>
<td style="color:#ffffff;font-size:19px;font-weight:bold">${escapeHtml(brand.name)}</td>
<td align="right" style="font-size:12px"><a href="${url(brand, reference)}" style="color:#ffffff">${view}</a></td></tr></table></td></tr>`
}

function hero(brand: Brand, issue: Issue, reference: string): string {
  if (issue.heroCid) {
    return `<tr><td><img src="cid:${issue.heroCid}" width="600" alt="" style="width:100%;height:auto" /></td></tr>`
  }
  if (brand.layout !== 'grid' && brand.layout !== 'digest') return ''
  return `<tr><td><img src="https://img.${brand.host}/hero/${reference}.jpg" width="600" height="220" alt="${escapeHtml(issue.headline)}" style="width:100%" /></td></tr>`
}

function opening(brand: Brand, issue: Issue): string {
  const isOfficial = brand.layout === 'official'
  const title = `font-size:${isOfficial ? 20 : 23}px;line-height:1.35;margin:0 0 12px${isOfficial ? ';text-align:center' : ''}`
  const paragraphs = issue.intro.split('\n\n').map((text) => {
    const indent = isOfficial ? ';text-indent:2em' : ''
    return `<p style="font-size:15px;line-height:1.75;margin:0 0 12px${indent}">${escapeHtml(text)}</p>`
  })
  return `<tr><td style="padding:28px 32px 10px"><h1 style="${title}">${escapeHtml(issue.headline)}</h1>${paragraphs.join('')}</td></tr>`
}

function items(brand: Brand, issue: Issue, reference: string): string {
  const list = issue.items ?? []
  if (list.length === 0) return ''
  if (brand.layout === 'grid') return productGrid(brand, list, reference)
  const lines = list.map(
    (
      [title, text],
      index,
    ) => `<tr><td width="36" valign="top" style="padding:12px 0;color:${brand.colour};font-size:20px;font-family:Georgia,serif">${index + 1}</td>
<td style="padding:12px 0;border-bottom:1px solid #e6e9ee"><a href="${url(brand, reference)}/${index + 1}" style="font-size:16px;font-weight:bold;text-decoration:none;color:#20242b">${escapeHtml(title)}</a>
<div style="font-size:14px;line-height:1.7;color:#565e6b;padding-top:4px">${escapeHtml(text)}</div></td></tr>`,
  )
  return `<tr><td style="padding:0 32px 12px"><table role="presentation" width="100%">${lines.join('\n')}</table></td></tr>`
}

function productGrid(brand: Brand, list: [string, string][], reference: string): string {
  const cells = list.map(
    ([title, text], index) => `<td class="col" width="50%" valign="top" style="padding:8px">
<table role="presentation" width="100%" style="border:1px solid #e8eaee"><tr><td><a href="https://www.${brand.host}/p/${reference}${index}"><img src="https://img.${brand.host}/p/${reference}${index}.jpg" width="260" height="180" alt="${escapeHtml(title)}" /></a></td></tr>
<tr><td style="padding:10px 12px 14px;font-size:14px"><b>${escapeHtml(title)}</b><br /><span style="color:${brand.colour};font-size:16px">${escapeHtml(text)}</span></td></tr></table></td>`,
  )
  const lines: string[] = []
  for (let index = 0; index < cells.length; index += 2) {
    lines.push(`<tr>${cells.slice(index, index + 2).join('')}</tr>`)
  }
  return `<tr><td style="padding:4px 24px 12px"><table role="presentation" width="100%">${lines.join('\n')}</table></td></tr>`
}

function rows(issue: Issue): string {
  const list = issue.rows ?? []
  const code = issue.codeCid
    ? `<tr><td align="center" style="padding:4px 0 18px"><img src="cid:${issue.codeCid}" width="164" height="164" alt="" /></td></tr>`
    : ''
  if (list.length === 0) return code
  const lines = list.map(
    ([label, value]) =>
      `<tr><td style="padding:9px 12px;background:#f6f8fa;border:1px solid #e3e7ec;font-size:14px;color:#5b6470" width="38%">${escapeHtml(label)}</td><td style="padding:9px 12px;border:1px solid #e3e7ec;font-size:14px">${escapeHtml(value)}</td></tr>`,
  )
  return `<tr><td style="padding:0 32px 18px"><table role="presentation" width="100%">${lines.join('\n')}</table></td></tr>\n${code}`
}

function button(brand: Brand, issue: Issue, reference: string): string {
  if (!issue.button) return ''
  return `<tr><td align="center" style="padding:8px 32px 28px"><table role="presentation"><tr><td class="btn" bgcolor="${brand.colour}" style="padding:12px 30px;border-radius:4px;font-size:15px"><a href="${url(brand, reference)}" style="color:#ffffff;text-decoration:none">${escapeHtml(issue.button)}</a></td></tr></table></td></tr>`
}

function footer(brand: Brand, reference: string): string {
  const leave = brand.language === 'zh' ? '退订' : 'Unsubscribe'
  const link = brand.listId
    ? ` &nbsp;|&nbsp; <a href="https://www.${brand.host}/u/${reference}" style="color:#8a92a0">${leave}</a>`
    : ''
  return `<tr><td align="center" style="padding:18px 32px 26px;border-top:1px solid #e6e9ee;font-size:12px;line-height:1.7;color:#8a92a0">${escapeHtml(brand.footer)}${link}</td></tr>`
}

function url(brand: Brand, reference: string): string {
  return `https://www.${brand.host}/v/${reference}`
}
