import { builtInPapers, type PaperLook } from '@hongyan/contract/papers'

/** What stands before and after a mail that lies on a paper. */
export interface PaperFrame {
  before: string
  after: string
}

const table = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'

/**
 * A built-in paper as old-fashioned HTML: tables with `bgcolor` for Outlook, the same as style for everybody else.
 * Null when there is no such paper.
 */
export function builtInFrame(id: string): PaperFrame | null {
  const look = builtInPapers.find((one) => one.id === id)
  return look ? frameOf(look) : null
}

function frameOf(look: PaperLook): PaperFrame {
  const { page, sheet, ink, border, top, bottom, foot, footInk } = look
  const footLine =
    foot === ''
      ? ''
      : `<tr><td align="right" style="padding:0 32px 16px;color:${footInk};font-size:12px">${foot}</td></tr>`
  return {
    before:
      `<table class="hongyan-paper" ${table} width="100%" bgcolor="${page}" style="width:100%;background-color:${page}">` +
      `<tbody><tr><td align="center" style="padding:24px 12px">` +
      `<table ${table} width="760" bgcolor="${sheet}" style="width:100%;max-width:760px;background-color:${sheet};border:${border};border-top:${top};border-bottom:${bottom}">` +
      `<tbody><tr><td align="left" style="padding:28px 32px;color:${ink}">`,
    after: `</td></tr>${footLine}</tbody></table></td></tr></tbody></table>`,
  }
}

/**
 * An own picture as paper, white where none is drawn. By the attribute alone: Thunderbird finds the parts of a mail in
 * attributes only, takes an address in a style for a remote one and blocks it, and a style would hide the attribute.
 */
export const pictureFrame = (contentId: string): PaperFrame => ({
  before:
    `<table class="hongyan-paper" ${table} width="100%" bgcolor="#ffffff" style="width:100%"><tbody><tr>` +
    `<td align="left" valign="top" background="cid:${contentId}" style="padding:32px 36px;background-repeat:repeat;background-position:center top">`,
  after: '</td></tr></tbody></table>',
})

/** Content-ID of an own paper in a mail: says which paper it is, when the mail is edited again. */
export const paperContentId = (paperId: number, unique: string): string =>
  `paper-${paperId}-${unique}@hongyan`

export interface Unframed {
  paperId: string
  html: string
  /** Of the picture of an own paper. */
  contentId: string | null
}

/** Takes a mail of ours off its paper again; null when it lies on none. */
export function unframed(html: string): Unframed | null {
  const trimmed = html.trim()
  for (const { id } of builtInPapers) {
    const inner = inside(trimmed, builtInFrame(id))
    if (inner !== null) return { paperId: id, html: inner, contentId: null }
  }
  const found = /cid:(paper-([1-9]\d{0,14})-[\w-]{1,60}@hongyan)"/.exec(trimmed.slice(0, 1_000))
  const [, contentId, paperId] = found ?? []
  if (contentId === undefined || paperId === undefined) return null
  const inner = inside(trimmed, pictureFrame(contentId))
  return inner === null ? null : { paperId, html: inner, contentId }
}

function inside(html: string, frame: PaperFrame | null): string | null {
  if (!frame || !html.startsWith(frame.before) || !html.endsWith(frame.after)) return null
  return html.slice(frame.before.length, html.length - frame.after.length)
}
