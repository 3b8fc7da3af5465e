import { useState } from 'react'
import { codeOf } from '../draft/save-trouble.ts'

/** The writer is asked something about the mail of this key: who approves it, or what a rule wants to know. */
export interface AnswerAsked {
  about: 'approver' | 'rule'
  sendKey: string
  answer: (given: boolean) => void
}

const subjects = {
  'approval.no-approver': 'approver',
  'policy.warn': 'rule',
  'policy.justify': 'rule',
} as const satisfies Record<string, AnswerAsked['about']>

/** The server may want to know something before a mail leaves: it says so when it is sent. */
export function useSendAnswer() {
  const [answerAsked, setAsked] = useState<AnswerAsked | null>(null)
  const ask = (about: AnswerAsked['about'], sendKey: string): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (given: boolean) => {
        setAsked(null)
        resolve(given)
      }
      setAsked({ about, sendKey, answer })
    })
  /** @returns true when something was missing and was given: then it can be sent again */
  const mends = async (error: unknown, sendKey: string): Promise<boolean> => {
    const code = codeOf(error) ?? ''
    return code in subjects && ask(subjects[code as keyof typeof subjects], sendKey)
  }
  return { answerAsked, mends }
}
