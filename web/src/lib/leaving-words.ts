import { useTranslation } from './i18n.ts'

/** What a dialog asks in which something was typed (ui/use-leaving.tsx). */
export function useLeavingWords() {
  const { t } = useTranslation('settings')
  return {
    close: t('common:close'),
    title: t('leave.title'),
    text: t('leave.text'),
    stay: t('leave.stay'),
    leave: t('discard'),
  }
}
