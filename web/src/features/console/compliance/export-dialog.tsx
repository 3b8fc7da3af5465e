import { consoleContract as api } from '@hongyan/contract/console'
import type { MailExport } from '@hongyan/contract/console-exports'
import { type ReactNode, useState } from 'react'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useDates } from '../console-state.ts'
import { useSaving } from '../use-saving.ts'

/** A whole request, and the decision about it for who may make it. */
export function ExportDialog({ one, onClose }: { one: MailExport; onClose: () => void }) {
  const { t } = useTranslation('console-exports')
  const dates = useDates()
  const [said, setSaid] = useState('')
  const leaving = useLeaving(said, useLeavingWords(), onClose)
  const { reason, hold, people, party, silence, askedAt, askedBy, decidedAt, decidedBy, word } = one
  return (
    <Dialog
      title={t('one.title')}
      closeLabel={t('console:close')}
      width={640}
      onClose={leaving.onDismiss}
    >
      <div className={styles.form}>
        <dl className={styles.facts}>
          <Fact title={t('reason')}>{reason}</Fact>
          <Fact title={t('asked')}>
            {fullTime(askedAt, dates)} <Isolated>{askedBy}</Isolated>
          </Fact>
          <Fact title={t('who')}>
            {hold !== null && <div>{t('ofHold', { reason: hold })}</div>}
            {people.map(({ name, address }) => (
              <div key={address}>
                <Isolated>{name}</Isolated> <Isolated>{address}</Isolated>
              </div>
            ))}
          </Fact>
          <Fact title={t('one.mail')}>
            <Period one={one} />
          </Fact>
          {party !== '' && (
            <Fact title={t('one.party')}>
              <Isolated>{party}</Isolated>
            </Fact>
          )}
          <Fact title={t('one.tell')}>
            <Telling one={one} />
          </Fact>
          {silence !== '' && <Fact title={t('one.silence')}>{silence}</Fact>}
          <Fact title={t('state')}>{t(`states.${one.state}`)}</Fact>
          {decidedAt && (
            <Fact title={t('one.decided')}>
              {fullTime(decidedAt, dates)} <Isolated>{decidedBy}</Isolated>
              <div>{word}</div>
            </Fact>
          )}
        </dl>
        {one.isStuck && <Banner tone="warn">{t('stuck')}</Banner>}
        {one.mayDecide && <Decision id={one.id} word={said} onType={setSaid} onDone={onClose} />}
      </div>
      {leaving.question}
    </Dialog>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface DecisionProps {
  id: number
  word: string
  onType: (word: string) => void
  onDone: () => void
}

function Decision({ id, word, onType, onDone }: DecisionProps) {
  const { t } = useTranslation('console-exports')
  const { error, attempt } = useSaving()
  const decide = async (agree: boolean) => {
    const body = { id, agree, word: word.trim() }
    if (await attempt(() => ask(api.decideMailExport, { body }))) onDone()
  }
  return (
    <>
      {error && <Banner tone="danger">{error}</Banner>}
      <TextArea
        label={t('one.word')}
        rows={2}
        maxLength={500}
        value={word}
        onChange={(event) => onType(event.target.value)}
      />
      <div className={styles.actions}>
        <Button kind="danger" disabled={word.trim() === ''} onClick={() => void decide(false)}>
          {t('one.refuse')}
        </Button>
        <Button kind="primary" disabled={word.trim() === ''} onClick={() => void decide(true)}>
          {t('one.agree')}
        </Button>
      </div>
    </>
  )
}

function Period({ one: { mailFrom, mailUntil } }: { one: MailExport }) {
  const { t } = useTranslation('console-exports')
  const dates = useDates()
  const from = mailFrom && fullTime(mailFrom, dates)
  const until = mailUntil && fullTime(mailUntil, dates)
  if (from && until) return t('one.between', { from, until })
  if (from) return t('one.onwards', { from })
  return until ? t('one.upTo', { until }) : t('one.all')
}

function Telling({ one: { tell, tellDays } }: { one: MailExport }) {
  const { t } = useTranslation('console-exports')
  return tell === 'later' ? t('toldAfter', { count: tellDays ?? 0 }) : t(`tell.${tell}`)
}
