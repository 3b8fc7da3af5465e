import { consoleContract as api } from '@hongyan/contract/console'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import { useSaving } from '../use-saving.ts'
import styles from './policy.module.css'

interface WordListsProps {
  lists: readonly { name: string; words: readonly string[] }[]
  onClose: () => void
}

interface Draft {
  name: string
  words: string
}

/** Own lists of words, which rules name. What was typed in one stays while another is looked at. */
export function WordLists({ lists, onClose }: WordListsProps) {
  const { t } = useTranslation('policy')
  const [current, setCurrent] = useState(lists[0]?.name ?? '')
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const keptOf = (name: string): Draft => {
    const known = lists.find((one) => one.name === name)
    return { name, words: known?.words.join('\n') ?? '' }
  }
  const isTyped = [...drafts].some(
    ([name, draft]) => JSON.stringify(draft) !== JSON.stringify(keptOf(name)),
  )
  const leaving = useLeaving(isTyped, useLeavingWords(), onClose)
  const onSaved = (name: string) => {
    setDrafts((all) => new Map([...all].filter(([one]) => one !== current)))
    setCurrent(name)
  }
  return (
    <Dialog
      title={t('lists.title')}
      closeLabel={t('console:close')}
      width={560}
      onClose={leaving.onDismiss}
    >
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
          isNew={!lists.some(({ name }) => name === current)}
          draft={drafts.get(current) ?? keptOf(current)}
          onChange={(draft) => setDrafts((all) => new Map(all).set(current, draft))}
          onSaved={onSaved}
        />
      </div>
      {leaving.question}
    </Dialog>
  )
}

interface ListFormProps {
  isNew: boolean
  draft: Draft
  onChange: (draft: Draft) => void
  onSaved: (name: string) => void
}

function ListForm({ isNew, draft, onChange, onSaved }: ListFormProps) {
  const { t } = useTranslation('policy')
  const { error, attempt } = useSaving()
  const { name, words } = draft
  const put = async (list: string[]) => {
    const body = { name: name.trim(), words: list }
    const done = await attempt(() => ask(api.saveList, { body }))
    if (done) onSaved(list.length === 0 ? '' : body.name)
  }
  const all = words
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        void put([...new Set(all)])
      }}
    >
      {isNew && (
        <TextField
          label={t('lists.name')}
          maxLength={60}
          value={name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      )}
      <TextArea
        label={t('lists.words')}
        hint={t('lists.wordsHint')}
        rows={10}
        value={words}
        error={error}
        onChange={(event) => onChange({ ...draft, words: event.target.value })}
      />
      <div className={styles.inline}>
        <Button type="submit" kind="primary" disabled={name.trim() === '' || all.length === 0}>
          {t('console:save')}
        </Button>
        {!isNew && (
          <Button kind="danger" onClick={() => void put([])}>
            {t('lists.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
