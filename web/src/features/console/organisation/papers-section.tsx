import { organisationEndpoints as api } from '@hongyan/contract/console-organisation'
import type { Paper } from '@hongyan/contract/templates'
import { useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconTrash } from '../../../ui/icons.ts'
import { iconImage } from '../../../ui/icons-later.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { ask } from '../ask.ts'
import { useQuestion } from '../use-question.tsx'
import { useSaving } from '../use-saving.ts'
import styles from './organisation.module.css'
import { pictureTypes, readPicture } from './read-picture.ts'
import { Section } from './section.tsx'

/** Letter papers that everybody may write on. */
export function PapersSection({ papers }: { papers: readonly Paper[] }) {
  const { t } = useTranslation('console-organisation')
  const chooser = useRef<HTMLInputElement>(null)
  const { error, save } = useSaving()
  const question = useQuestion()
  const add = (file: File) => save(async () => ask(api.addPaper, { body: await readPicture(file) }))
  return (
    <Section
      title={t('papers.title')}
      hint={t('papers.hint')}
      action={
        <Button icon={iconImage} onClick={() => chooser.current?.click()}>
          {t('papers.add')}
        </Button>
      }
    >
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes}
        hidden
        data-testid="organisation-paper"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) add(file)
        }}
      />
      {error && <Banner tone="danger">{error}</Banner>}
      {papers.length === 0 && <EmptyState title={t('papers.none')} />}
      <ul className={styles.papers}>
        {papers.map(({ paperId, name, url }) => (
          <li key={paperId} className={styles.paper}>
            <img src={url ?? ''} alt="" />
            <Isolated>{name}</Isolated>
            <IconButton
              icon={iconTrash}
              size="sm"
              label={t('papers.remove', { name })}
              onClick={() =>
                question.put({
                  title: t('papers.remove', { name }),
                  text: t('papers.removeText'),
                  confirm: t('removeIt'),
                  work: () => ask(api.removePaper, { body: { id: Number(paperId) } }),
                })
              }
            />
          </li>
        ))}
      </ul>
      {question.dialog}
    </Section>
  )
}
