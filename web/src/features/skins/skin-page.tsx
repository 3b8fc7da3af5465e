import {
  type DarkMode,
  darkModes,
  drawnSkin,
  type NamedSkin,
  namedSkins,
} from '@hongyan/contract/skins'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { changeSetting, useSettings } from '../../lib/me.ts'
import { attempt } from '../../lib/trouble.ts'
import { Select } from '../../ui/select.tsx'
import { Page, Row, Section } from '../settings/form.public.tsx'
import { changeSkin } from './change-skin.ts'
import { SkinSample } from './skin-sample.tsx'
import styles from './skins.module.css'

/** /set/skinpeeling: how the product looks, drawn anew at once. */
export function SkinPage() {
  const { t } = useTranslation('skins')
  const settings = useSettings()
  const name = useId()
  const saved = drawnSkin(settings?.currentSkin ?? 'skin_0')
  const [current, setCurrent] = useState(saved)
  // The cache tells its readers a moment later than React redraws: without a state of its own the choice would jump.
  useEffect(() => setCurrent(saved), [saved])
  const choose = (skin: NamedSkin) => {
    setCurrent(skin)
    void attempt(() => changeSkin(skin)).then((done) => {
      if (!done) setCurrent(saved)
    })
  }
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
                onChange={() => choose(skin)}
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
  const choose = (wanted: string) => {
    const mode = darkModes.find((one) => one === wanted)
    if (mode) void attempt(() => changeSetting({ key: 'darkMode', value: mode }))
  }
  return (
    <Row label={t('dark.title')} hint={t('dark.hint')}>
      {() => (
        <Select
          label={t('dark.title')}
          hideLabel
          value={value}
          onChange={(event) => choose(event.target.value)}
          options={darkModes.map((mode) => ({ value: mode, label: t(`dark.${mode}`) }))}
        />
      )}
    </Row>
  )
}
