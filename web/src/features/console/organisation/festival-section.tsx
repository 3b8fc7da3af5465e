import {
  organisationEndpoints as api,
  type ConsoleOrganisation,
} from '@hongyan/contract/console-organisation'
import { limits } from '@hongyan/contract/limits'
import { namedSkins } from '@hongyan/contract/skins'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SkinSample } from '../../skins/skin-sample.public.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useSaving } from '../use-saving.ts'
import styles from './organisation.module.css'
import { Section } from './section.tsx'

/** The skin that everybody is offered once, for a festival. */
export function FestivalSection({
  organisation: { festival },
}: {
  organisation: ConsoleOrganisation
}) {
  const { t } = useTranslation('console-organisation')
  const group = useId()
  const [skin, setSkin] = useState(festival.skin)
  const [question, setQuestion] = useState(festival.question)
  const { error, save } = useSaving()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(() => ask(api.festival, { body: { skin, question } }))
  }
  return (
    <Section title={t('festival.title')} hint={t('festival.hint')}>
      <form className={console.form} onSubmit={submit}>
        <div className={styles.skins} role="radiogroup" aria-label={t('festival.skin')}>
          {(['', ...namedSkins] as const).map((one) => (
            <label key={one} className={styles.skin} data-on={one === skin || undefined}>
              <input
                type="radio"
                name={group}
                checked={one === skin}
                onChange={() => setSkin(one)}
              />
              {one === '' ? <span className={styles.noSkin} /> : <SkinSample skin={one} />}
              <span>{one === '' ? t('festival.none') : t(`skins:names.${one}`)}</span>
            </label>
          ))}
        </div>
        <TextField
          label={t('festival.words')}
          hint={t('festival.wordsHint')}
          maxLength={limits.festivalWords}
          disabled={skin === ''}
          value={skin === '' ? '' : question}
          error={error}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <div>
          <Button type="submit" disabled={skin === festival.skin && question === festival.question}>
            {t('console:save')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
