import {
  organisationEndpoints as api,
  type ConsoleAnnouncement,
} from '@hongyan/contract/console-organisation'
import { useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconDraft, iconPlus, iconTrash } from '../../../ui/icons.ts'
import { ask } from '../ask.ts'
import { useDates } from '../console-state.ts'
import { Pager } from '../pager.tsx'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import styles from './organisation.module.css'
import { Section } from './section.tsx'

const pageSize = 20
const tones = { ahead: 'accent', shown: 'ok', over: 'neutral' } as const

/** Announcements of all times, with what is to be done about each. */
export function AnnouncementsTab() {
  const { t } = useTranslation('console-organisation')
  const [page, setPage] = useState(1)
  const [writing, setWriting] = useState<ConsoleAnnouncement | 'new' | null>(null)
  const { data, error } = useAsked(api.announcements, { query: { pageNum: page, pageSize } })
  return (
    <Section
      title={t('announcements.title')}
      hint={t('announcements.hint')}
      action={
        <Button kind="primary" icon={iconPlus} onClick={() => setWriting('new')}>
          {t('announcements.write')}
        </Button>
      }
    >
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data?.list.length === 0 && <EmptyState title={t('announcements.none')} />}
      {data && data.list.length > 0 && (
        <ul className={styles.rows}>
          {data.list.map((one) => (
            <Row key={one.id} one={one} onEdit={() => setWriting(one)} />
          ))}
        </ul>
      )}
      {data && <Pager page={page} size={pageSize} total={data.total} onPage={setPage} />}
      {writing && (
        <AnnouncementDialog
          announcement={writing === 'new' ? null : writing}
          onClose={() => setWriting(null)}
        />
      )}
    </Section>
  )
}

function Row({ one, onEdit }: { one: ConsoleAnnouncement; onEdit: () => void }) {
  const { t } = useTranslation('console-organisation')
  const dates = useDates()
  const [asking, setAsking] = useState(false)
  const { error, save } = useSaving()
  const withdraw = () => save(() => ask(api.withdrawAnnouncement, { body: { id: one.id } }))
  const named = { title: one.title }
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.rowName}>
          {one.title} <Chip tone={tones[one.state]}>{t(`announcements.states.${one.state}`)}</Chip>
        </p>
        <p className={styles.hint}>
          {t('announcements.times', {
            from: fullTime(one.startsAt, dates),
            until: fullTime(one.endsAt, dates),
          })}
        </p>
        {one.content && <p className={styles.content}>{one.content}</p>}
      </div>
      <div className={styles.buttons}>
        <IconButton icon={iconDraft} label={t('announcements.edit', named)} onClick={onEdit} />
        <IconButton
          icon={iconTrash}
          label={t('announcements.withdraw', named)}
          onClick={() => setAsking(true)}
        />
      </div>
      {asking && (
        <ConfirmDialog
          title={t('announcements.withdraw', named)}
          words={{
            close: t('console:close'),
            cancel: t('common:cancel'),
            confirm: t('announcements.withdrawIt'),
          }}
          danger
          error={error}
          onCancel={() => setAsking(false)}
          onConfirm={withdraw}
        >
          <p>{t('announcements.withdrawText')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
