import { type RefObject, useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useLocation, useSearchParams } from '../../lib/router/hooks.ts'
import { madeKey } from '../../lib/text-keys.ts'

/** In the address: the key of the text of the row that was looked for. */
export const foundParameter = 'row'

/** Whether a row is the one that a search led to: then it comes on screen and its control has the focus. */
export function useFound(label: string, row: RefObject<HTMLElement | null>): boolean {
  const { t } = useTranslation('settings')
  const parameters = useSearchParams()
  const { key } = useLocation()
  const wanted = parameters.get(foundParameter)
  const isFound = wanted !== null && t(madeKey(wanted)) === label
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again, it is shown again
  useEffect(() => {
    if (!isFound) return
    row.current?.scrollIntoView({ block: 'center' })
    const found =
      row.current?.querySelector<HTMLElement>('input, select, textarea, button') ??
      row.current?.querySelector<HTMLElement>('a[href]')
    found?.focus({ preventScroll: true })
  }, [isFound, key, row])
  return isFound
}
