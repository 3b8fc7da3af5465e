import { useTranslation } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconPeople } from '../../../ui/icons.ts'
import styles from './recipients.module.css'
import type {
  SuggestedDepartment,
  SuggestedGroup,
  SuggestedPerson,
  Suggestion,
} from './use-suggestions.ts'

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
          key={one.id}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          aria-disabled={(one.kind === 'group' && !one.group.maySend) || undefined}
          className={styles.suggestion}
          ref={(row) => {
            if (i === active) row?.scrollIntoView({ block: 'nearest' })
          }}
          // The input keeps the focus: leaving it would make a chip of what was typed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
        >
          {one.kind === 'person' && <PersonLine person={one.person} typed={typed} />}
          {one.kind === 'group' && <GroupLine group={one.group} typed={typed} />}
          {one.kind === 'department' && (
            <DepartmentLine department={one.department} typed={typed} />
          )}
        </div>
      ))}
    </div>
  )
}

function PersonLine({ person, typed }: { person: SuggestedPerson; typed: string }) {
  const { name, address, department } = person
  return (
    <>
      <Avatar name={name} address={address} size={32} />
      <span className={styles.person}>
        <span className={styles.personName}>
          <span className={styles.ellipsis}>
            <Marked text={name === '' ? address : name} typed={typed} />
          </span>
          {department !== '' && <span className={styles.department}>{department}</span>}
        </span>
        {name !== '' && (
          <span className={styles.address}>
            <Marked text={address} typed={typed} />
          </span>
        )}
      </span>
    </>
  )
}

/** A mail group, with how many it reaches, or that one may not write to it. */
function GroupLine({ group, typed }: { group: SuggestedGroup; typed: string }) {
  const { t } = useTranslation('compose')
  const { name, address, memberCount: count, maySend } = group
  return (
    <>
      <span className={styles.group}>
        <Icon icon={iconPeople} size={18} />
      </span>
      <span className={styles.person}>
        <span className={styles.personName}>
          <span className={styles.ellipsis}>
            <Marked text={name} typed={typed} />
          </span>
          <span className={styles.department}>{t('recipients.mailGroup')}</span>
        </span>
        <span className={styles.address}>
          {maySend
            ? `${address} · ${t('recipients.toGroup', { count })}`
            : t('recipients.mayNotSend')}
        </span>
      </span>
    </>
  )
}

interface DepartmentLineProps {
  department: SuggestedDepartment
  typed: string
}

/** Everybody of a department at once, with how many that are. */
function DepartmentLine({ department, typed }: DepartmentLineProps) {
  const { t } = useTranslation('compose')
  return (
    <>
      <span className={styles.group}>
        <Icon icon={iconPeople} size={18} />
      </span>
      <span className={styles.person}>
        <span className={styles.personName}>
          <span className={styles.ellipsis}>
            <Marked text={department.name} typed={typed} />
          </span>
          <span className={styles.department}>{t('recipients.whole')}</span>
        </span>
        <span className={styles.address}>
          {t('recipients.toGroup', { count: department.people })}
        </span>
      </span>
    </>
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
