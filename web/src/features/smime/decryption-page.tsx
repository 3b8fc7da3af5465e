import type { OwnKey } from '@hongyan/contract/smime'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useSettings, useUser } from '../../lib/me.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Page, Row, Section } from '../settings/form.public.tsx'
import { changePin, makeOwnKey } from './change-key.ts'
import { fromBase64 } from './cms/bytes.ts'
import { NewPinForm } from './new-pin-form.tsx'
import { ownKeyQuery } from './own-key.ts'
import styles from './smime.module.css'

/** /set/decryption (R60, READ-07): the own key, its certificate and its PIN. */
export function DecryptionPage() {
  const { t } = useTranslation('smime')
  const isOn = useSettings()?.smimeEnable === 1
  const { data: own, error } = useQuery({ ...ownKeyQuery, retry: false, enabled: isOn })
  return (
    <Page title={t('page.title')} text={t('page.text')}>
      {error && <EmptyState title={error.message} />}
      {own === undefined && !error && <Skeleton height={160} />}
      {own === null && <NewKey />}
      {own && <KeyThere own={own} />}
    </Page>
  )
}

function NewKey() {
  const { t } = useTranslation('smime')
  const address = useUser()?.emailAddr
  const make = async ({ after }: { after: string }) => {
    if (address === undefined) return
    await makeOwnKey(address, after)
    toast({ kind: 'success', text: t('page.made') })
  }
  return (
    <Section title={t('page.none')} hint={t('page.noneHint')}>
      <NewPinForm action={t('page.make')} onSubmit={make} />
    </Section>
  )
}

function KeyThere({ own }: { own: OwnKey }) {
  const { t } = useTranslation('smime')
  const style = useDateStyle()
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
        <Row label={t('page.openFile')}>
          {() => (
            <Link className={styles.link} to="/smimePage">
              {t('file.title')}
            </Link>
          )}
        </Row>
      </Section>
      <Section title={t('page.change')}>
        <NewPinForm asksOld action={t('page.changeAction')} onSubmit={change} />
      </Section>
    </>
  )
}

const inPairs = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':')
