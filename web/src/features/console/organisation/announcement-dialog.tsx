import {
  organisationEndpoints as api,
  type ConsoleAnnouncement,
} from '@hongyan/contract/console-organisation'
import { limits } from '@hongyan/contract/limits'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { instantOf, localMinute } from '../../../lib/zone-time.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useConsoleTimes } from '../use-console-times.ts'
import { useSaving } from '../use-saving.ts'

const usualDays = 14
const day = 24 * 3_600_000

interface AnnouncementDialogProps {
  /** Null: a new one. */
  announcement: ConsoleAnnouncement | null
  onClose: () => void
}

/** Words and times of an announcement. */
export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation('console-organisation')
  const format = useConsoleTimes()
  const { zone } = format
  const at = (time: string | undefined, later: number) =>
    localMinute(time === undefined ? Date.now() + later : Date.parse(time), zone)
  const [form, setForm] = useState({
    title: announcement?.title ?? '',
    content: announcement?.content ?? '',
    from: at(announcement?.startsAt, 0),
    until: at(announcement?.endsAt, usualDays * day),
  })
  const leaving = useLeaving(form, useLeavingWords(), onClose)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })
  const startsAt = instantOf(form.from, zone)
  const endsAt = instantOf(form.until, zone)
  const { error, save } = useSaving()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (startsAt === null || endsAt === null) return
    const { title, content } = form
    const known = announcement ? { id: announcement.id } : {}
    save(async () => {
      await ask(api.saveAnnouncement, { body: { ...known, title, content, startsAt, endsAt } })
      onClose()
    })
  }
  return (
    <Dialog
      title={announcement ? t('announcements.change') : t('announcements.write')}
      closeLabel={t('console:close')}
      width={560}
      onClose={leaving.onDismiss}
    >
      <form className={console.form} onSubmit={submit}>
        {error && <Banner tone="danger">{error}</Banner>}
        <TextField
          label={t('announcements.heading')}
          data-autofocus
          maxLength={limits.announcementTitle}
          value={form.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextArea
          label={t('announcements.content')}
          rows={6}
          maxLength={limits.announcement}
          value={form.content}
          onChange={(event) => change({ content: event.target.value })}
        />
        <div className={console.grid}>
          <DateTimeField
            label={t('announcements.from')}
            format={format}
            value={form.from}
            onChange={(from) => change({ from })}
          />
          <DateTimeField
            label={t('announcements.until')}
            format={format}
            value={form.until}
            onChange={(until) => change({ until })}
          />
        </div>
        <div className={console.actions}>
          <Button
            type="submit"
            kind="primary"
            disabled={form.title.trim() === '' || startsAt === null || endsAt === null}
          >
            {announcement ? t('console:save') : t('announcements.publish')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </form>
      {leaving.question}
    </Dialog>
  )
}
