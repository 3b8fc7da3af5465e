/** How the user reads times, and the words of the field's buttons. */
export interface TimeFormat {
  language: 'zh' | 'en'
  hour12: boolean
  /** Hours east of GMT. */
  zone: number
  words: {
    choose: (label: string) => string
    clear: (label: string) => string
    incomplete: string
  }
}

export interface DateTimeFieldProps {
  label: string
  /** `2026-03-08T09:30`, of days alone `2026-03-08`; '' where nothing is set. */
  value: string
  /** At every change, also while it is being typed; '' while it is not whole. */
  onChange: (value: string) => void
  /** When the person has done with it: the focus left, or a day was chosen. */
  onLeave?: (value: string) => void
  format: TimeFormat
  /** Days alone, no time. */
  days?: boolean
  /** Days before it cannot be chosen. */
  min?: string
  required?: boolean
  error?: string | null
  hint?: string
  /** The focus begins here. */
  focusFirst?: boolean
}
