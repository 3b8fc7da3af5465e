import { useState } from 'react'
import { codeOf } from '../draft/save-trouble.ts'

/** The writer is asked who approves the mail of this key. */
export interface ApproverAsked {
  sendKey: string
  answer: (chosen: boolean) => void
}

/** Mail that must be approved by somebody whom its writer chooses: the server says so when it is sent. */
export function useApprover() {
  const [approverAsked, setAsked] = useState<ApproverAsked | null>(null)
  const ask = (sendKey: string): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (chosen: boolean) => {
        setAsked(null)
        resolve(chosen)
      }
      setAsked({ sendKey, answer })
    })
  /** @returns true when an approver was missing and was chosen: then it can be sent again */
  const mends = async (error: unknown, sendKey: string): Promise<boolean> =>
    codeOf(error) === 'approval.no-approver' && (await ask(sendKey))
  return { approverAsked, mends }
}
