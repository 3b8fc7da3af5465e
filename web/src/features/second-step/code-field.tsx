import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { captchaNeededCode } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './second-step.module.css'

const CaptchaPanel = lazyPart(() => import('../captcha/captcha-panel.public.tsx'), 'CaptchaPanel')

/** A phone is written to once a minute. */
const pause = 60

export interface SentCode {
  codeId: string
  code: string
}

interface CodeFieldProps {
  value: SentCode
  onChange: (value: SentCode) => void
  /** Asks for a code; null: something else must be filled in first, which has been said. */
  send: (captcha?: string) => Promise<{ codeId: string }> | null
  /** Said after it was sent. */
  sentText: string
  error: string | null
  size?: 'md' | 'lg'
}

/** A code and the button that has it sent; where the server wants a captcha first, it stands under it. */
export function CodeField({ value, onChange, send, sentText, error, size = 'md' }: CodeFieldProps) {
  const { t } = useTranslation('second')
  const [left, setLeft] = useState(0)
  const [turn, setTurn] = useState(0)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const ask = async (captcha?: string) => {
    const sent = send(captcha)
    if (!sent) return
    setRefusal(null)
    setSending(true)
    try {
      const { codeId } = await sent
      onChange({ codeId, code: '' })
      setLeft(pause)
      setTurn(0)
      // The button that was pressed rests now and would leave the focus nowhere: Enter would do nothing.
      field.current?.focus()
    } catch (thrown) {
      const known = thrown instanceof ApiError ? thrown : null
      if (known?.code === captchaNeededCode) return setTurn((before) => before + 1)
      setTurn(0)
      setRefusal(known?.message ?? t('common:error'))
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <div className={styles.code}>
        <TextField
          ref={field}
          size={size}
          label={t('code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={value.code}
          error={error}
          onChange={(event) => onChange({ ...value, code: event.target.value })}
        />
        <Button size={size} busy={sending} disabled={left > 0} onClick={() => void ask()}>
          {left > 0 ? t('sendAgain', { count: left }) : t('send')}
        </Button>
      </div>
      {value.codeId !== '' && (
        <p className={styles.note} role="status">
          {sentText}
        </p>
      )}
      {refusal && <Refusal>{refusal}</Refusal>}
      {turn > 0 && (
        <CaptchaPanel
          key={turn}
          error={null}
          onKind={() => undefined}
          onPass={(pass) => void ask(pass)}
        />
      )}
    </>
  )
}

export const noCode: SentCode = { codeId: '', code: '' }

/** Nothing was typed that could be a code. */
export const isBlank = (code: string): boolean => code.trim() === ''
