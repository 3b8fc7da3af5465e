import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialog.tsx'
import styles from './shell.module.css'

const keys: [string, string[]][] = [
  ['move', ['k', 'j']],
  ['open', ['Enter']],
  ['back', ['Esc']],
  ['select', ['x', 'Shift ↓', 'Shift ↑']],
  ['star', ['s']],
  ['unread', ['u']],
  ['moveTo', ['v']],
  ['delete', ['e']],
  ['archive', ['y']],
  ['spam', ['!']],
  ['pin', ['p']],
  ['undo', ['z']],
  ['reply', ['r', 'a', 'f']],
  ['print', ['P']],
  ['pictures', ['i']],
  ['rendering', ['d', '+', '-', '0']],
  ['source', ['h', 'o']],
  ['compose', ['c']],
  ['search', ['/']],
  ['go', ['g i', 'g s', 'g d']],
  ['help', ['?']],
]

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('list')
  return (
    <Dialog title={t('shortcuts')} closeLabel={t('common:close')} onClose={onClose} width={440}>
      <dl className={styles.keys}>
        {keys.map(([name, list]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {list.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
