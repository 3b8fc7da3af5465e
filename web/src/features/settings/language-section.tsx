import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { useChosen } from '../../lib/use-chosen.ts'
import { Select } from '../../ui/select.tsx'
import { Row, Section } from './form.public.tsx'
import { saveLanguage, saveSetting } from './undo.public.ts'

const fontSizes = [1, 2, 3] as const

/** Language and size of the letters: both change at once. */
export function LanguageSection() {
  const { t, language } = useTranslation('settings')
  const [fontSize, choose] = useChosen<number>(useSettings()?.fontSize ?? 1)
  const onFontSize = (value: string) => {
    const size = fontSizes.find((one) => String(one) === value)
    if (size) choose(size, () => saveSetting({ key: 'fontSize', value: size }, t('fontSize')))
  }
  return (
    <Section title={t('languageAndFont')}>
      <Row label={t('common:language')}>
        {() => (
          <Select
            label={t('common:language')}
            hideLabel
            value={language}
            onChange={(event) =>
              void saveLanguage(event.target.value === 'en' ? 'en' : 'zh', language)
            }
            options={[
              { value: 'zh', label: '简体中文' },
              { value: 'en', label: 'English' },
            ]}
          />
        )}
      </Row>
      <Row label={t('fontSize')}>
        {() => (
          <Select
            label={t('fontSize')}
            hideLabel
            value={String(fontSize)}
            onChange={(event) => onFontSize(event.target.value)}
            options={fontSizes.map((size) => ({
              value: String(size),
              label: t(`fontSizes.${size}`),
            }))}
          />
        )}
      </Row>
    </Section>
  )
}
