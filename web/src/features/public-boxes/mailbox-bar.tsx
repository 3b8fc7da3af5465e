import { useTranslation } from '../../lib/i18n.ts'
import { useUser } from '../../lib/me.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconBack, iconPeople } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import styles from './public-boxes.module.css'
import { switchMailbox } from './switching.ts'

/** Over every screen of a mailbox that is not one's own: whose it is, and the way back. */
export function MailboxBar() {
  const { t } = useTranslation('public-boxes')
  const user = useUser()
  const { busy, error, attempt } = useAttempt()
  if (!user?.member) return null
  return (
    <section className={styles.bar} aria-label={t('bar')}>
      <Icon icon={iconPeople} size={18} />
      <p className={styles.where}>
        <b>
          <Isolated>{user.userName}</Isolated>
        </b>
        <span className={styles.at}>
          <Isolated>{user.emailAddr}</Isolated>
        </span>
        <span className={styles.level}>{t(`levels.${user.member.level}`)}</span>
      </p>
      {error && <span role="alert">{error}</span>}
      <button
        type="button"
        className={styles.back}
        disabled={busy}
        onClick={() => void attempt(() => switchMailbox())}
      >
        <Icon icon={iconBack} size={16} />
        {t('back')}
      </button>
    </section>
  )
}
