import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

interface Unsaved {
  /** Something was typed. */
  touch: () => void
  /** Closes at once when nothing would be lost, else asks first. */
  close: () => void
  /** The question, while it is asked. */
  question: ReactNode
}

/** Keeps a dialog open that would lose what was typed in it. */
export function useUnsaved(onClose: () => void): Unsaved {
  const { t } = useTranslation('settings')
  const [isTouched, setIsTouched] = useState(false)
  const [asks, setAsks] = useState(false)
  return {
    touch: () => setIsTouched(true),
    close: () => (isTouched ? setAsks(true) : onClose()),
    question: asks && (
      <Banner
        tone="warn"
        action={
          <Button size="sm" onClick={onClose}>
            {t('discard')}
          </Button>
        }
      >
        {t('unsaved')}
      </Banner>
    ),
  }
}
