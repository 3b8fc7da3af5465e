import type { OwnKey } from '@hongyan/contract/smime'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useSettings, useUser } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Page, Row, Section } from '../settings/form.public.tsx'
import { changePin } from './change-key.ts'
import { fromBase64 } from './cms/bytes.ts'
import { ExportKeyDialog } from './export-key-dialog.tsx'
import { inPairs } from './fingerprint.ts'
import { NewKeyForm } from './new-key-form.tsx'
import { NewPinForm } from './new-pin-form.tsx'
import { type OwnKeys, ownKeyQuery } from './own-key.ts'
import { PeersSection } from './peers-section.tsx'
import styles from './smime.module.css'

/** /set/decryption (R60, READ-07): the own key, its certificate and its PIN. */
export function DecryptionPage() {
  const { t } = useTranslation('smime')
  const isOn = useSettings()?.smimeEnable === 1
  const { data: keys, error } = useQuery({ ...ownKeyQuery, retry: false, enabled: isOn })
  return (
    <Page title={t('page.title')} text={t('page.text')}>
      {error && <EmptyState title={error.message} />}
      {keys === undefined && !error && <Skeleton height={160} />}
      {keys?.key && <KeyThere own={keys.key} />}
      {keys && <NewKey keys={keys} />}
      {isOn && <PeersSection />}
    </Page>
  )
}

/** The first key, or another in place of the one there is: when it is over, or its PIN forgotten. */
function NewKey({ keys }: { keys: OwnKeys }) {
  const { t } = useTranslation('smime')
  const address = useUser()?.emailAddr
  const [isAsked, setAsked] = useState(false)
  if (address === undefined) return null
  const done = () => {
    setAsked(false)
    toast({ kind: 'success', text: t('page.made') })
  }
  const form = <NewKeyForm address={address} keys={keys} onDone={done} />
  if (!keys.key) {
    return (
      <Section title={t('page.none')} hint={t('page.noneHint')}>
        {form}
      </Section>
    )
  }
  return (
    <Section title={t('page.replace')} hint={t('page.replaceHint')}>
      {isAsked ? (
        form
      ) : (
        <Row label={t('page.oldKeys', { count: keys.old.length })}>
          {() => <Button onClick={() => setAsked(true)}>{t('page.replaceAsk')}</Button>}
        </Row>
      )}
    </Section>
  )
}

function KeyThere({ own }: { own: OwnKey }) {
  const { t } = useTranslation('smime')
  const style = useDateStyle()
  const [isExporting, setExporting] = useState(false)
  const { data: facts } = useQuery({
    queryKey: ['smime', 'certificate', own.certificate],
    queryFn: async () => {
      const { readCertificate } = await import('./cms/certificate.ts')
      return readCertificate(fromBase64(own.certificate))
    },
  })
  const change = async ({ before, after }: { before: string; after: string }) => {
    await changePin(own, before, after)
    toast({ kind: 'success', text: t('page.changed') })
  }
  return (
    <>
      {facts && facts.to < new Date() && <Banner tone="warn">{t('page.over')}</Banner>}
      <Section title={t('page.certificate')}>
        <Row label={t('page.address')}>{() => own.email}</Row>
        <Row label={t('page.valid')}>
          {() =>
            facts &&
            t('page.period', {
              from: fullTime(facts.from.toISOString(), style),
              to: fullTime(facts.to.toISOString(), style),
            })
          }
        </Row>
        <Row label={t('page.fingerprint')} stacked>
          {() => <p className={styles.fingerprint}>{inPairs(facts?.fingerprint ?? '')}</p>}
        </Row>
        <Row label={t('page.save')} hint={t('page.saveHint')}>
          {() => (
            <a
              className={styles.link}
              href={`data:application/pkix-cert;base64,${own.certificate}`}
              download={`${own.email}.cer`}
            >
              {t('page.saveAction')}
            </a>
          )}
        </Row>
        <Row label={t('keyFile.title')} hint={t('keyFile.hint')}>
          {() => <Button onClick={() => setExporting(true)}>{t('keyFile.export')}</Button>}
        </Row>
        <Row label={t('page.openFile')}>
          {() => (
            <Link className={styles.link} to="/smimePage">
              {t('shell:screens.smimeFile')}
            </Link>
          )}
        </Row>
      </Section>
      <Section title={t('page.change')}>
        <NewPinForm action={t('page.changeAction')} onSubmit={change} />
      </Section>
      {isExporting && <ExportKeyDialog address={own.email} onClose={() => setExporting(false)} />}
    </>
  )
}
