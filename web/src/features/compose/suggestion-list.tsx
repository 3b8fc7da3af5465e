import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './recipients.module.css'
import type { Suggestion } from './use-suggestions.ts'

interface SuggestionListProps {
  id: string
  list: Suggestion[]
  active: number
  typed: string
  onPick: (one: Suggestion) => void
}

/** The list under a recipient field; its input moves through it and says which row is active. */
export function SuggestionList({ id, list, active, typed, onPick }: SuggestionListProps) {
  const { t } = useTranslation('compose')
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('recipients.suggestions')}
      className={styles.suggestions}
    >
      {list.map((one, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the input (combobox pattern)
        <div
          key={one.address}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          className={styles.suggestion}
          ref={(row) => {
            if (i === active) row?.scrollIntoView({ block: 'nearest' })
          }}
          // The input keeps the focus: leaving it would make a chip of what was typed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
        >
          <Avatar name={one.name} address={one.address} size={32} />
          <span className={styles.person}>
            <span className={styles.personName}>
              <span className={styles.ellipsis}>
                <Marked text={one.name === '' ? one.address : one.name} typed={typed} />
              </span>
              {one.department !== '' && <span className={styles.department}>{one.department}</span>}
            </span>
            {one.name !== '' && (
              <span className={styles.address}>
                <Marked text={one.address} typed={typed} />
              </span>
            )}
          </span>
        </div>
      ))}
    </div>
  )
}

/** Shows where the typed letters stand; nothing when the server matched by pinyin. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const word = typed.trim().toLowerCase()
  const at = word === '' ? -1 : text.toLowerCase().indexOf(word)
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + word.length)}</b>
      {text.slice(at + word.length)}
    </>
  )
}
