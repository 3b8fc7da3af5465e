import { compose } from '@hongyan/contract/compose'
import type { HomeIndex } from '@hongyan/contract/home'
import { secondStep } from '@hongyan/contract/second-step'
import { signatures } from '@hongyan/contract/signatures'
import { webPush } from '@hongyan/contract/web-push'
import { useTranslation } from '../../lib/i18n.ts'
import { changeSetting, useMay, useSettings } from '../../lib/me.ts'
import { Link } from '../../lib/router/link.tsx'
import { attempt } from '../../lib/trouble.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconCheck, iconClose } from '../../ui/icons.ts'
import { composePath } from '../messages/messages.public.ts'
import styles from './home.module.css'

/** What makes a mailbox one's own, for who is new here; gone once it is done or put away. */
export function FirstSteps({ steps }: { steps: HomeIndex['steps'] }) {
  const { t } = useTranslation('home')
  const wanted = useSettings()?.firstSteps === 1
  const may = useMay()
  const all = [
    { id: 'wrote', done: steps.wrote, to: composePath('new'), by: compose.send },
    { id: 'signature', done: steps.signature, to: '/set/signature', by: signatures.save },
    { id: 'secondStep', done: steps.secondStep, to: '/set/accountalias/2', by: secondStep.state },
    { id: 'notices', done: hasNotices(), to: '/set/normalset', by: webPush.subscribe },
  ] as const
  const list = all.filter(({ by }) => may(by))
  const done = list.filter((one) => one.done).length
  if (!wanted || done === list.length) return null
  const putAway = () => attempt(() => changeSetting({ key: 'firstSteps', value: 0 }))
  return (
    <section className={styles.steps} aria-label={t('steps.title')}>
      <header className={styles.cardHead}>
        <h2 className={styles.cardTitle}>{t('steps.title')}</h2>
        <span className={styles.stepCount}>{t('steps.done', { done, total: list.length })}</span>
        <IconButton
          icon={iconClose}
          size="sm"
          label={t('steps.putAway')}
          className={styles.putAway}
          onClick={() => void putAway()}
        />
      </header>
      <ol className={styles.stepList}>
        {list.map(({ id, done, to }) => (
          <li key={id} className={styles.step} data-done={done || undefined}>
            <span className={styles.stepMark}>{done && <Icon icon={iconCheck} size={14} />}</span>
            {done ? (
              <span>
                {t(`steps.${id}`)}
                <span className="visually-hidden">{t('steps.isDone')}</span>
              </span>
            ) : (
              <Link to={to} data-stop>
                {t(`steps.${id}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Whether the system may show new mail; where a browser cannot, nothing is left to do. */
const hasNotices = (): boolean =>
  !('Notification' in window) || Notification.permission !== 'default'
