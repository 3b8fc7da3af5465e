import type { MessageDetail } from '@hongyan/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fullTime } from '../../../../lib/dates.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useDateStyle } from '../../../../lib/me.ts'
import { usePageTitle } from '../../../../lib/page-title.ts'
import { useParams, useSearchParams } from '../../../../lib/router/hooks.ts'
import { formatSize } from '../../../../lib/sizes.ts'
import { madeKey } from '../../../../lib/text-keys.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { iconPrint } from '../../../../ui/icons-later.ts'
import { Isolated } from '../../../../ui/isolated.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { messageQuery } from '../../message-query.ts'
import { fullNameOf, plainLine } from '../../people.ts'
import type { Withheld } from '../frame/mail-frame.tsx'
import type { PictureRoom } from '../frame/pictures/picture-room.ts'
import { ReaderBody } from '../reader-body.tsx'
import { usePictures } from '../use-pictures.ts'
import styles from './print-screen.module.css'

/** A mail as it stands on paper (R11, R55: `uid` and `mbox` are the same two numbers). */
export function PrintScreen() {
  const { t } = useTranslation('reader')
  const { id, uid } = useParams()
  const mailId = Number(id ?? uid)
  const isNumber = Number.isSafeInteger(mailId) && mailId > 0
  const { data: detail, error } = useQuery({ ...messageQuery(mailId), enabled: isNumber })
  // What the printer writes on the sheet, and what a saved file is called.
  usePageTitle(detail ? detail.mailSubject.trim() || t('list:noSubject') : null)
  if (!isNumber || (error && !detail)) {
    return <EmptyState title={t('gone')} text={error?.message ?? ''} />
  }
  return detail ? (
    <Sheet detail={detail} />
  ) : (
    <div className={styles.waiting}>
      <Spinner label={t('common:loading')} />
    </div>
  )
}

/** Pictures of the mail get so long to arrive before the printer is asked for, and to be drawn, in ms. */
const settleTime = 1_200
const drawTime = 30_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function Sheet({ detail }: { detail: MessageDetail }) {
  const { t } = useTranslation('reader')
  const dateStyle = useDateStyle()
  const query = useSearchParams()
  const [withheld, setWithheld] = useState<Withheld | null>(null)
  const { sources } = usePictures(detail, (withheld?.pictures ?? 0) > 0)
  const room = useRef<PictureRoom | null>(null)
  const onRoom = useCallback((of: PictureRoom) => {
    room.current = of
  }, [])
  const onWithheld = useCallback((what: Withheld) => setWithheld(what), [])
  const { unsafeHtml, text, attachments, mailFrom } = detail
  const source = useMemo(
    () => ({ unsafeHtml, text, attachments, from: mailFrom.address }),
    [unsafeHtml, text, attachments, mailFrom.address],
  )
  const asks = query.get('ask') === '1'
  useEffect(() => {
    if (!asks) return
    let isGone = false
    const ask = async () => {
      await Promise.race([room.current?.settled(), pause(drawTime)])
      if (!isGone) window.print()
    }
    const timer = setTimeout(() => void ask(), settleTime)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [asks])
  const people: [string, string][] = [
    ['from', fullNameOf(mailFrom)],
    ['toLabel', detail.mailTo.map(fullNameOf).join(t('semicolon'))],
    ['cc', detail.mailCc.map(fullNameOf).join(t('semicolon'))],
    ['time', fullTime(detail.sentTime ?? detail.receivedTime, dateStyle)],
  ]
  const files = attachments.filter(({ inline }) => !inline)
  return (
    <article className={styles.sheet}>
      <div className={styles.bar}>
        <Button kind="primary" icon={iconPrint} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      <h1 className={styles.subject}>
        <Isolated>{plainLine(detail.mailSubject) || t('list:noSubject')}</Isolated>
      </h1>
      <dl className={styles.facts}>
        {people.map(([key, value]) =>
          value === '' ? null : (
            <div key={key}>
              <dt>{t(madeKey(key))}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        {files.length > 0 && (
          <div>
            <dt>{t('attachments')}</dt>
            <dd>
              {files
                .map(({ fileName, size }) => `${plainLine(fileName)} (${formatSize(size)})`)
                .join(t('semicolon'))}
            </dd>
          </div>
        )}
      </dl>
      <ReaderBody {...{ source, sources, onWithheld, onRoom }} quotes="open" onPaper />
    </article>
  )
}
