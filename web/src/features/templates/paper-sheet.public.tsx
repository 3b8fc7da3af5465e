import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { paperStyles } from './paper-look.ts'
import styles from './templates.module.css'
import { papersQuery } from './templates-query.ts'

/** What is written lies on its paper; without one, nothing is around it. */
export function PaperSheet({ paperId, children }: { paperId: string; children: ReactNode }) {
  const { t } = useTranslation('templates')
  const { data } = useQuery({ ...papersQuery, enabled: paperId !== '' })
  const paper = data?.find((one) => one.paperId === paperId)
  const look = paper ? paperStyles(paper) : null
  const isGone = paperId !== '' && data !== undefined && !paper
  // The same elements with and without a paper: the editing frame in them must not be made anew.
  return (
    <div className={look ? styles.page : styles.bare} style={look?.page} data-paper={paperId}>
      {isGone && <Banner tone="warn">{t('paperGone')}</Banner>}
      <div className={look ? styles.sheet : styles.bare} style={look?.sheet}>
        {children}
      </div>
    </div>
  )
}
