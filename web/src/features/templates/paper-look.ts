import { builtInPapers } from '@hongyan/contract/papers'
import type { Paper } from '@hongyan/contract/templates'
import type { CSSProperties } from 'react'
import { madeKey } from '../../lib/text-keys.ts'
import type { AnyTranslate } from '../../lib/translate.ts'

export interface PaperStyles {
  page: CSSProperties
  sheet: CSSProperties
}

/** How a paper looks here: the same colours and borders with which it leaves. */
export function paperStyles({ paperId, url }: Pick<Paper, 'paperId' | 'url'>): PaperStyles | null {
  const look = builtInPapers.find((one) => one.id === paperId)
  if (look) {
    const { page, sheet, ink, border, top, bottom } = look
    return {
      page: { background: page },
      sheet: { background: sheet, color: ink, border, borderTop: top, borderBottom: bottom },
    }
  }
  if (url === null) return null
  return {
    page: { background: 'var(--paper)' },
    sheet: { background: `var(--paper) url("${encodeURI(url)}") repeat center top` },
  }
}

/** The name of a paper in the language of the screen. */
export const paperName = (paper: Paper, t: AnyTranslate): string =>
  paper.url === null ? t(madeKey(`templates:papers.${paper.paperId}`)) : paper.name
