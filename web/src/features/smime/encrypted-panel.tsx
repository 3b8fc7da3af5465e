import type { MessageDetail } from '@hongyan/contract/messages'
import type { OldKey } from '@hongyan/contract/smime'
import { useCallback, useState } from 'react'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { isSignedIn } from '../../lib/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconLock } from '../../ui/icons.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { InnerMail } from './inner-mail.tsx'
import { unlockOldKey } from './own-key.ts'
import { PinForm } from './pin-form.tsx'
import { SignatureState } from './signature-state.tsx'
import styles from './smime.module.css'
import type { UnlockedKey } from './unlocked-key.ts'
import { fetchSource, type SmimeState, useSmime } from './use-smime.ts'

interface EncryptedPanelProps {
  detail: Pick<MessageDetail, 'sourceUrl' | 'mailFrom'>
  dark: boolean
  zoom: number
}

/**
 * In place of the body of a mail that is one CMS object: the door, and behind it the mail alone (READ-07). To be keyed
 * by the mail: its signed link is renewed while it is read.
 */
export function EncryptedPanel({ detail, dark, zoom }: EncryptedPanelProps) {
  const { mailFrom } = detail
  const [sourceUrl] = useState(detail.sourceUrl)
  const load = useCallback((signal: AbortSignal) => fetchSource(sourceUrl, signal), [sourceUrl])
  const { state, unlock, again } = useSmime(load)
  const doors = { onUnlocked: unlock, onKnown: again }
  return <SmimeView state={state} from={mailFrom.address} dark={dark} zoom={zoom} {...doors} />
}

interface SmimeViewProps {
  state: SmimeState
  from: string
  dark?: boolean
  zoom?: number
  onUnlocked: (key: UnlockedKey) => void
  /** Another old key was opened, or another certificate is known: look again. */
  onKnown: () => void
}

/** A mail that is S/MIME, in whatever state it is. */
export function SmimeView({ state, from, onUnlocked, onKnown, ...frame }: SmimeViewProps) {
  const { t } = useTranslation('smime')
  if (state.kind === 'loading') {
    return (
      <div className={styles.card}>
        <Spinner label={t('common:loading')} />
      </div>
    )
  }
  if (state.kind === 'locked') {
    const { old } = state
    return (
      <section className={styles.card} aria-label={t('encrypted')}>
        <h2 className={styles.title}>
          <Icon icon={iconLock} size={20} />
          {t('encrypted')}
        </h2>
        {isSignedIn() ? (
          <PinDoor old={old?.key} onUnlocked={onUnlocked} onKnown={onKnown} />
        ) : (
          <p className={styles.hint}>
            {t('keyIsHere')} <Link to="/login?redirect=%2FsmimePage">{t('login:submit')}</Link>
          </p>
        )}
      </section>
    )
  }
  if (state.kind !== 'read') {
    return (
      <div className={styles.states}>
        <Banner tone="warn">
          {state.kind === 'closed'
            ? t(`closed.${state.reason}`)
            : state.kind === 'plain'
              ? t('plain')
              : t('failed', { message: state.message })}
        </Banner>
      </div>
    )
  }
  const { mail } = state
  return (
    <>
      <div className={styles.states}>
        {mail.isEncrypted && (
          <Banner tone="info" icon={iconLock}>
            {t('decrypted')}
          </Banner>
        )}
        <SignatureState mail={mail} onKnown={onKnown} />
      </div>
      {mail.shown && <InnerMail entity={mail.shown} from={from} {...frame} />}
    </>
  )
}

interface PinDoorProps {
  old: OldKey | undefined
  onUnlocked: (key: UnlockedKey) => void
  onKnown: () => void
}

function PinDoor({ old, onUnlocked, onKnown }: PinDoorProps) {
  const { t } = useTranslation('smime')
  if (old) return <OldKeyDoor old={old} onKnown={onKnown} />
  return (
    <>
      <p className={styles.hint}>{t('askPin')}</p>
      <PinForm action={t('open')} onUnlocked={onUnlocked} />
    </>
  )
}

/** For a mail that was encrypted for a key that was replaced: the PIN that it had. */
function OldKeyDoor({ old, onKnown }: { old: OldKey; onKnown: () => void }) {
  const { t } = useTranslation('smime')
  const date = fullTime(old.retiredTime, useDateStyle())
  const unlock = (pin: string) => unlockOldKey(old, pin)
  return (
    <>
      <p className={styles.hint}>{t('askOldPin', { date })}</p>
      <PinForm key={old.keyId} action={t('open')} unlock={unlock} onUnlocked={onKnown} />
    </>
  )
}
