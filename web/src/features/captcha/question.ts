import type { captcha } from '@hongyan/contract/captcha'
import type { Reply } from '@hongyan/contract/endpoint'

export type Question = Reply<typeof captcha.ask>

/** What each kind of question is given. */
export interface QuestionProps {
  question: Question
  busy: boolean
  onAnswer: (answer: string) => void
}
