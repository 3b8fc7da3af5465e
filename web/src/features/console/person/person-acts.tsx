import { consoleContract as api, type ConsolePerson } from '@hongyan/contract/console'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { useSaving } from '../use-saving.ts'

interface PersonActsProps {
  person: ConsolePerson
  me: Me
  onPassword: (password: string) => void
}

/** What is done to a person with one press; the dangerous ones ask for the password. */
export function PersonActs({ person, me, onPassword }: PersonActsProps) {
  const { t } = useTranslation('console')
  const { error, save } = useSaving()
  const { accountId, disabled, lockedFolders } = person
  const isSelf = person.address === me.address
  const mayDisable = api.disable.may.some((role) => role === me.role)
  const reset = async () => onPassword((await ask(api.password, { body: { accountId } })).password)
  return (
    <section className={styles.form} aria-label={t('person.acts')}>
      {error && <Banner tone="danger">{error}</Banner>}
      <div className={styles.actions}>
        <Button onClick={() => save(() => ask(api.endLogins, { body: { accountId } }))}>
          {t('person.endLogins')}
        </Button>
        {!isSelf && <Button onClick={() => save(reset)}>{t('person.resetPassword')}</Button>}
        {!isSelf && mayDisable && (
          <Button
            kind={disabled ? 'secondary' : 'danger'}
            onClick={() =>
              save(() => ask(api.disable, { body: { accountId, disabled: !disabled } }))
            }
          >
            {t(disabled ? 'person.enable' : 'person.disable')}
          </Button>
        )}
      </div>
      {lockedFolders.length > 0 && (
        <ul className={styles.folders}>
          {lockedFolders.map(({ folderId, name }) => (
            <li key={folderId}>
              <span>{t('person.lockedFolder', { name })}</span>
              <Button
                size="sm"
                onClick={() =>
                  save(() => ask(api.cancelFolderPassword, { body: { accountId, folderId } }))
                }
              >
                {t('person.cancelPassword')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
