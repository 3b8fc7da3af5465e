import { AnswerRule } from './answer-rule.tsx'
import { ChooseApprover } from './choose-approver.tsx'

interface SendAnswerProps {
  about: 'approver' | 'rule'
  /** Under which the mail is sent. */
  sendKey: string
  /** @param given true: the mail can be sent again now */
  onAnswer: (given: boolean) => void
}

/** What the server wants to know before a mail leaves. The mail itself waits in the composer. */
export function SendAnswer({ about, ...props }: SendAnswerProps) {
  return about === 'approver' ? <ChooseApprover {...props} /> : <AnswerRule {...props} />
}
