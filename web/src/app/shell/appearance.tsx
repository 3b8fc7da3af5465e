import type { SettingChange } from '@hongyan/contract/settings'
import { useId } from 'react'
import { setLanguage, useTranslation } from '../../lib/i18n.ts'
import { changeSetting, useSettings } from '../../lib/me.ts'
import { attempt } from '../../lib/trouble.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import styles from './account-popover.module.css'

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
  const change = (one: SettingChange) => () => attempt(() => changeSetting(one))
  return (
    <div className={styles.appearance}>
      <Choice
        title={t('layout')}
        options={([2, 3] as const).map((value) => ({
          id: String(value),
          text: t(`layouts.${value}`),
          chosen: settings.layout === value,
          choose: change({ key: 'layout', value }),
        }))}
      />
      <Choice
        title={t('fontSize')}
        options={([1, 2, 3] as const).map((value) => ({
          id: String(value),
          text: t(`fontSizes.${value}`),
          chosen: settings.fontSize === value,
          choose: change({ key: 'fontSize', value }),
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
          choose: () => attempt(() => setLanguage(id)),
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
