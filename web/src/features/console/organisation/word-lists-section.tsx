import {
  organisationEndpoints as api,
  type ConsoleTexts,
} from '@hongyan/contract/console-organisation'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconDraft, iconPlus, iconTrash } from '../../../ui/icons.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import styles from './organisation.module.css'
import { Section } from './section.tsx'

type WordList = ConsoleTexts['lists'][number]

/** Sensitive words, in lists that approval rules look for. */
export function WordListsSection({ lists }: { lists: readonly WordList[] }) {
  const { t } = useTranslation('console-organisation')
  const [writing, setWriting] = useState<WordList | 'new' | null>(null)
  const question = useQuestion()
  return (
    <Section
      title={t('lists.title')}
      hint={t('lists.hint')}
      action={
        <Button icon={iconPlus} onClick={() => setWriting('new')}>
          {t('lists.add')}
        </Button>
      }
    >
      {lists.length === 0 && <EmptyState title={t('lists.none')} />}
      {lists.length > 0 && (
        <ul className={styles.rows}>
          {lists.map((one) => (
            <li key={one.name} className={styles.row}>
              <div className={styles.words}>
                <p className={styles.rowName}>
                  <Isolated>{one.name}</Isolated>
                </p>
                <p className={styles.hint}>
                  {t('lists.count', { count: one.words.length })} ·{' '}
                  {one.words.slice(0, 8).join('、')}
                </p>
              </div>
              <div className={styles.buttons}>
                <IconButton
                  icon={iconDraft}
                  label={t('lists.edit', { name: one.name })}
                  onClick={() => setWriting(one)}
                />
                <IconButton
                  icon={iconTrash}
                  label={t('lists.remove', { name: one.name })}
                  onClick={() =>
                    question.put({
                      title: t('lists.remove', { name: one.name }),
                      text: t('lists.removeText'),
                      confirm: t('removeIt'),
                      work: () => ask(api.saveWordList, { body: { name: one.name, words: [] } }),
                    })
                  }
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {question.dialog}
      {writing && (
        <WordListDialog
          list={writing === 'new' ? null : writing}
          taken={lists.map(({ name }) => name)}
          onClose={() => setWriting(null)}
        />
      )}
    </Section>
  )
}

interface DialogProps {
  list: WordList | null
  /** Names of all lists: a new one of the same name would replace another's words. */
  taken: readonly string[]
  onClose: () => void
}

function WordListDialog({ list, taken, onClose }: DialogProps) {
  const { t } = useTranslation('console-organisation')
  const [name, setName] = useState(list?.name ?? '')
  const [text, setText] = useState(list?.words.join('\n') ?? '')
  const leaving = useLeaving({ name, text }, useLeavingWords(), onClose)
  const { error, save } = useSaving()
  const words = [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ]
  const isTaken = list === null && taken.includes(name.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(async () => {
      await ask(api.saveWordList, { body: { name, words } })
      onClose()
    })
  }
  return (
    <Dialog
      title={t(list ? 'lists.change' : 'lists.add')}
      closeLabel={t('console:close')}
      width={480}
      onClose={leaving.onDismiss}
    >
      <form className={console.form} onSubmit={submit}>
        {error && <Banner tone="danger">{error}</Banner>}
        <TextField
          label={t('lists.name')}
          data-autofocus
          maxLength={60}
          readOnly={list !== null}
          value={name}
          error={isTaken ? t('lists.taken') : null}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label={t('lists.words')}
          hint={t('lists.wordsHint')}
          rows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className={console.actions}>
          <Button
            type="submit"
            kind="primary"
            disabled={name.trim() === '' || isTaken || words.length === 0}
          >
            {t('console:save')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </form>
      {leaving.question}
    </Dialog>
  )
}
