import { useTranslation } from '../../lib/i18n.ts'
import { shortcutGroups, shortcuts } from '../../lib/shortcuts.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from '../shell/shell.module.css'
import { keyText } from './key-text.ts'

const entries = Object.entries(shortcuts)

/** Every shortcut, from the one list of them. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shortcuts')
  return (
    <Dialog title={t('title')} closeLabel={t('common:close')} onClose={onClose} width={720}>
      <p className={styles.keysHint}>{t('hint', { key: keyText('Mod+k') })}</p>
      <div className={styles.keyGroups}>
        {shortcutGroups.map((group) => (
          <section key={group} aria-label={t(`groups.${group}`)}>
            <h3>{t(`groups.${group}`)}</h3>
            <dl className={styles.keys}>
              {entries
                .filter(([, one]) => one.group === group)
                .map(([id, { keys }]) => (
                  <div key={id}>
                    <dt>{t(madeKey(`names.${id}`))}</dt>
                    <dd>
                      {keys.map((key) => (
                        <Keys key={key} of={key} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Keys({ of }: { of: string }) {
  const { t } = useTranslation('shortcuts')
  // A blank at an end is a key itself.
  const [first = '', second] = of.split(/(?<=\S) (?=\S)/)
  return (
    <span>
      <kbd>{keyText(first)}</kbd>
      {second && (
        <>
          <span className="visually-hidden"> {t('then')} </span> <kbd>{second}</kbd>
        </>
      )}
    </span>
  )
}
