import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { findWork } from './hash-work.ts'
import type { QuestionProps } from './question.ts'

/** For who can see neither picture: the computer works instead. */
export function WorkQuestion({ question, busy, onAnswer }: QuestionProps) {
  const { t } = useTranslation('captcha')
  const [working, setWorking] = useState(false)
  const away = useRef<AbortController | null>(null)
  useEffect(() => () => away.current?.abort(), [])
  const start = () => {
    away.current = new AbortController()
    const { signal } = away.current
    setWorking(true)
    findWork(question, signal).then(onAnswer, () => undefined)
  }
  return (
    <>
      <p>{t('work')}</p>
      <Button busy={working || busy} onClick={start}>
        {t(working ? 'working' : 'startWork')}
      </Button>
    </>
  )
}
