import { useId } from 'react'
import { saveLanguage, saveSetting } from '../../features/settings/undo.public.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import styles from './account-panel.module.css'

interface Option {
  id: string
  text: string
  chosen: boolean
  /** @returns done */
  choose: () => Promise<boolean>
}

/** Columns, size of the letters and language, each changed at once (SHELL-06, SHELL-07, SHELL-08). */
export function Appearance() {
  const { t, language } = useTranslation('shell')
  const settings = useSettings()
  if (!settings) return null
  return (
    <div className={styles.appearance}>
      <Choice
        title={t('layout')}
        options={([2, 3] as const).map((value) => ({
          id: String(value),
          text: t(`layouts.${value}`),
          chosen: settings.layout === value,
          choose: () => saveSetting({ key: 'layout', value }, t('layout')),
        }))}
      />
      <Choice
        title={t('fontSize')}
        options={([1, 2, 3] as const).map((value) => ({
          id: String(value),
          text: t(`fontSizes.${value}`),
          chosen: settings.fontSize === value,
          choose: () => saveSetting({ key: 'fontSize', value }, t('fontSize')),
        }))}
      />
      <Choice
        title={t('language')}
        options={[
          { id: 'zh' as const, text: '中文' },
          { id: 'en' as const, text: 'English' },
        ].map(({ id, text }) => ({
          id,
          text,
          chosen: language === id,
          choose: () => saveLanguage(id, language),
        }))}
      />
    </div>
  )
}

function Choice({ title, options }: { title: string; options: readonly Option[] }) {
  const group = useId()
  const [picked, pick] = useChosen(options.find(({ chosen }) => chosen)?.id)
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.choiceName}>{title}</legend>
      <div className={styles.options}>
        {options.map(({ id, text, choose }) => (
          <label key={id} className={styles.option}>
            <input
              type="radio"
              name={group}
              className="visually-hidden"
              checked={id === picked}
              onChange={() => pick(id, choose)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
