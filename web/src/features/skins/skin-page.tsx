import {
  type DarkMode,
  darkModes,
  drawnSkin,
  type NamedSkin,
  namedSkins,
} from '@hongyan/contract/skins'
import { useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Select } from '../../ui/select.tsx'
import { Page, Row, Section } from '../settings/form.public.tsx'
import { saveSetting, saveWithUndo } from '../settings/undo.public.ts'
import { changeSkin } from './change-skin.ts'
import { SkinSample } from './skin-sample.public.tsx'
import styles from './skins.module.css'

/** /set/skinpeeling: how the product looks, drawn anew at once. */
export function SkinPage() {
  const { t } = useTranslation('skins')
  const settings = useSettings()
  const name = useId()
  const [current, choose] = useChosen<NamedSkin>(drawnSkin(settings?.currentSkin ?? 'skin_0'))
  return (
    <Page title={t('title')}>
      <Section title={t('skin')}>
        <div className={styles.skins} role="radiogroup" aria-label={t('skin')}>
          {namedSkins.map((skin) => (
            <label key={skin} className={styles.choice} data-on={skin === current || undefined}>
              <input
                type="radio"
                name={name}
                className={styles.radio}
                checked={skin === current}
                onChange={() =>
                  choose(skin, () =>
                    saveWithUndo({
                      name: t('skin'),
                      save: () => changeSkin(skin),
                      restore: () => changeSkin(settings?.currentSkin ?? 'skin_0'),
                    }),
                  )
                }
              />
              <SkinSample skin={skin} />
              <span>{t(`names.${skin}`)}</span>
            </label>
          ))}
        </div>
      </Section>
      <Section title={t('brightness')}>
        <DarkRow value={settings?.darkMode ?? 'system'} />
      </Section>
    </Page>
  )
}

function DarkRow({ value }: { value: DarkMode }) {
  const { t } = useTranslation('skins')
  const [shown, choose] = useChosen(value)
  const pick = (wanted: string) => {
    const mode = darkModes.find((one) => one === wanted)
    if (mode) choose(mode, () => saveSetting({ key: 'darkMode', value: mode }, t('dark.title')))
  }
  return (
    <Row label={t('dark.title')} hint={t('dark.hint')}>
      {() => (
        <Select
          label={t('dark.title')}
          hideLabel
          value={shown}
          onChange={(event) => pick(event.target.value)}
          options={darkModes.map((mode) => ({ value: mode, label: t(`dark.${mode}`) }))}
        />
      )}
    </Row>
  )
}
