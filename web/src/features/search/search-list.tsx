import { findMarks } from '@hongyan/contract/mark-words'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { Icon } from '../../ui/icon.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { plainLine } from '../messages/messages.public.ts'
import styles from './search-box.module.css'
import type { SearchOption } from './search-options.ts'

interface SearchListProps {
  id: string
  open: boolean
  options: readonly SearchOption[]
  /** Index of the chosen line; -1: none. */
  active: number
  typed: string
  onPoint: (index: number) => void
  onTake: (option: SearchOption) => void
}

/** The grouped lines under the search box; the input moves through them and keeps the focus. */
export function SearchList(props: SearchListProps) {
  const { id, open, options, active, typed, onPoint, onTake } = props
  const { t } = useTranslation('search')
  const groups = Object.entries(Object.groupBy(options, ({ group }) => group))
  return (
    <div id={id} role="listbox" aria-label={t('search')} className={styles.list} hidden={!open}>
      {groups.map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div
          key={group}
          role="group"
          aria-label={t(madeKey(`groups.${group}`))}
          className={styles.group}
        >
          {group !== 'scope' && (
            <div className={styles.heading} aria-hidden="true">
              {t(madeKey(`groups.${group}`))}
            </div>
          )}
          {members.map((option) => {
            const index = options.indexOf(option)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
              <div
                key={option.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.option}
                ref={(row) => {
                  if (index === active) row?.scrollIntoView({ block: 'nearest' })
                }}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => onPoint(index)}
                onClick={() => onTake(option)}
              >
                <Icon icon={option.icon} size={16} />
                <span className={styles.text}>
                  <Marked text={plainLine(option.text)} typed={group === 'scope' ? '' : typed} />
                </span>
                {option.note && (
                  <span className={styles.note}>
                    <Isolated>{plainLine(option.note)}</Isolated>
                  </span>
                )}
              </div>
            )
          })}
        </div>
      ))}
      <p className={styles.tip} aria-hidden="true">
        {t('tip')}
      </p>
    </div>
  )
}

/** Shows where the typed letters stand; nothing when the server matched by pinyin. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const [first] = typed === '' ? [] : findMarks(text, [typed])
  if (!first) return text
  return (
    <>
      {text.slice(0, first[0])}
      <b>{text.slice(first[0], first[1])}</b>
      {text.slice(first[1])}
    </>
  )
}
