import { useEffect } from 'react'
import { type Translation, useTranslation } from '../../lib/i18n.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

/**
 * What a browser says at a field that is missing or out of its range, in the language of the page: the browser's own words
 * are in the language of the browser.
 */
export function useFieldWords(): void {
  const { t } = useTranslation('console')
  useEffect(() => {
    const say = ({ target }: Event) => {
      if (!isField(target)) return
      target.setCustomValidity('')
      const { validity } = target
      const range = target instanceof HTMLInputElement ? target : { min: '', max: '' }
      if (!validity.valid)
        target.setCustomValidity(wordsFor(validity, { min: range.min, max: range.max }, t))
    }
    const forget = ({ target }: Event) => {
      if (isField(target)) target.setCustomValidity('')
    }
    document.addEventListener('invalid', say, true)
    document.addEventListener('input', forget, true)
    return () => {
      document.removeEventListener('invalid', say, true)
      document.removeEventListener('input', forget, true)
    }
  }, [t])
}

function wordsFor(
  validity: ValidityState,
  range: { min: string; max: string },
  t: Translation<'console'>['t'],
): string {
  if (validity.valueMissing) return t('fields.missing')
  if (validity.badInput) return t('fields.number')
  if (validity.stepMismatch) return t('fields.whole')
  const isOutside = validity.rangeUnderflow || validity.rangeOverflow
  if (!isOutside) return t('fields.wrong')
  return range.max === '' ? t('fields.least', { min: range.min }) : t('fields.between', range)
}
