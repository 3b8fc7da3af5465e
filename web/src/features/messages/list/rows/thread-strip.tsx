import type { MessageItem } from '@hongyan/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fullTime, listTime } from '../../../../lib/dates.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useDateStyle } from '../../../../lib/me.ts'
import { Isolated } from '../../../../ui/isolated.tsx'
import { titleOf, useFolders } from '../../../folders/folders.public.ts'
import { threadQuery } from '../../message-query.ts'
import { nameOf, plainLine } from '../../people.ts'
import styles from './thread-strip.module.css'

interface ThreadStripProps {
  threadId: number
  openId: number
  onOpen: (item: MessageItem) => void
}

/** All mails of a conversation, from every folder, sent answers included; the open one is marked. */
export function ThreadStrip({ threadId, openId, onOpen }: ThreadStripProps) {
  const { t } = useTranslation('list')
  const { data } = useQuery(threadQuery(threadId))
  const { all } = useFolders()
  const date = useDateStyle()
  const strip = useRef<HTMLElement>(null)
  const rows = data?.list ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolled to when another mail is opened or came
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [openId, rows.length])
  if (rows.length < 2) return null
  const folderOf = (id: number) => all.find(({ folderId }) => folderId === id)
  return (
    <nav
      ref={strip}
      className={styles.strip}
      aria-label={t('conversationOf', { count: rows.length })}
    >
      {rows.map((item) => {
        const folder = folderOf(item.mailboxId)
        return (
          <button
            key={item.mailId}
            type="button"
            className={styles.mail}
            data-unread={!item.seen || undefined}
            aria-current={item.mailId === openId ? 'true' : undefined}
            onClick={() => onOpen(item)}
          >
            <span className={styles.who}>
              <Isolated>{nameOf(item.mailFrom)}</Isolated>
            </span>
            <span className={styles.text}>
              <Isolated>{plainLine(item.preview)}</Isolated>
            </span>
            {folder && (
              <span className={styles.folder}>
                <Isolated>{titleOf(folder, t)}</Isolated>
              </span>
            )}
            <span className={styles.when} title={fullTime(item.receivedTime, date)}>
              {listTime(item.receivedTime, date)}
            </span>
          </button>
        )
      })}
    </nav>
  )
}
