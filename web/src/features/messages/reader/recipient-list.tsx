import type { Person } from '@hongyan/contract/fields'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { plainLine } from '../people.ts'
import styles from './reader.module.css'

/** So many are in sight before the list is opened. */
const shownFirst = 12

/** Everybody of one header, each with the address; a long list is folded and opens whole. */
export function RecipientList({ people, label }: { people: readonly Person[]; label: string }) {
  const { t } = useTranslation('reader')
  const [open, setOpen] = useState(false)
  const shown = open ? people : people.slice(0, shownFirst)
  const more = people.length - shownFirst
  return (
    <>
      <ul className={styles.personList} aria-label={label}>
        {shown.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the header of a mail never changes; a person may stand in it twice
          <li key={index} className={styles.person}>
            <Isolated>{plainLine(person.name)}</Isolated>{' '}
            <span>&lt;{plainLine(person.address)}&gt;</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t('fewerPeople') : t('allPeople', { count: people.length })}
        </button>
      )}
    </>
  )
}
