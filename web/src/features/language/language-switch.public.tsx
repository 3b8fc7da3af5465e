import { setLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { iconGlobe } from '../../ui/icons.ts'

/** Changes between Chinese and English at once. Its name is in the language it leads to. */
export function LanguageSwitch() {
  const { t, language } = useTranslation()
  const other = language === 'en' ? 'zh' : 'en'
  return (
    <Button
      kind="quiet"
      icon={iconGlobe}
      lang={other}
      aria-label={t('switchLanguage')}
      onClick={() => void setLanguage(other)}
    >
      {t('switchLanguage')}
    </Button>
  )
}
