import { useTranslation } from '../../lib/i18n.ts'
import { QrCode } from '../second-step/qr-code.public.tsx'
import { Section } from '../settings/form.public.tsx'
import styles from './client-access.module.css'
import type { ClientAccessState } from './client-access-query.ts'

/** The way to a phone: a code for its camera, and Apple's profile as a file. */
export function PhoneSection({ state }: { state: ClientAccessState }) {
  const { t } = useTranslation('client-access')
  const address = encodeURIComponent(state.account)
  return (
    <Section title={t('phone.title')} hint={t('phone.hint')}>
      <div className={styles.phone}>
        <QrCode
          text={`${location.origin}/mail/setup?emailaddress=${address}`}
          label={t('phone.qr')}
        />
        <div className={styles.phoneText}>
          <p>{t(hasProfile(state) ? 'phone.scan' : 'phone.scanPage')}</p>
          {hasProfile(state) && (
            <p>
              <a href={`/mail/hongyan.mobileconfig?emailaddress=${address}`} download>
                {t('phone.profile')}
              </a>
            </p>
          )}
        </div>
      </div>
    </Section>
  )
}

/** Apple asks for a way in and a way out; the profile is of those that listen, and of no use where its owner has closed them. */
function hasProfile({ protocols }: ClientAccessState): boolean {
  const listening = protocols.filter(({ port, tlsPort }) => port !== null || tlsPort !== null)
  const of = (name: string) => listening.find(({ protocol }) => protocol === name)
  return (of('imap') ?? of('pop3'))?.state === true && of('smtp')?.state === true
}
