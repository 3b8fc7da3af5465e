import { consoleContract as api } from '@hongyan/contract/console'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import { useSaving } from '../use-saving.ts'
import styles from './policy.module.css'

interface WordListsProps {
  lists: readonly { name: string; words: readonly string[] }[]
  onClose: () => void
}

/** Own lists of words, which rules name. */
export function WordLists({ lists, onClose }: WordListsProps) {
  const { t } = useTranslation('policy')
  const [current, setCurrent] = useState(lists[0]?.name ?? '')
  const known = lists.find(({ name }) => name === current)
  return (
    <Dialog title={t('lists.title')} closeLabel={t('console:close')} width={560} onClose={onClose}>
      <div className={styles.stack}>
        <p className={styles.hint}>{t('lists.about')}</p>
        <Select
          label={t('lists.list')}
          value={current}
          options={[
            ...lists.map(({ name }) => ({ value: name, label: name })),
            { value: '', label: t('lists.new') },
          ]}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <ListForm
          key={current}
          name={known?.name ?? ''}
          words={known?.words ?? []}
          onSaved={setCurrent}
        />
      </div>
    </Dialog>
  )
}

function ListForm(props: {
  name: string
  words: readonly string[]
  onSaved: (name: string) => void
}) {
  const { t } = useTranslation('policy')
  const [name, setName] = useState(props.name)
  const [words, setWords] = useState(props.words.join('\n'))
  const { error, save } = useSaving()
  const isNew = props.name === ''
  const put = (list: string[]) =>
    save(async () => {
      await ask(api.saveList, { body: { name: name.trim(), words: list } })
      props.onSaved(list.length === 0 ? '' : name.trim())
    })
  const all = words
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        put([...new Set(all)])
      }}
    >
      {isNew && (
        <TextField
          label={t('lists.name')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <TextArea
        label={t('lists.words')}
        hint={t('lists.wordsHint')}
        rows={10}
        value={words}
        error={error}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className={styles.inline}>
        <Button type="submit" kind="primary" disabled={name.trim() === '' || all.length === 0}>
          {t('console:save')}
        </Button>
        {!isNew && (
          <Button kind="danger" onClick={() => put([])}>
            {t('lists.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
