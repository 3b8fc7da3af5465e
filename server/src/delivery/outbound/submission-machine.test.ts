import { describe, expect, it } from 'vitest'
import {
  type RecipientState,
  recipientBefore,
  recipientMoves,
  submissionBefore,
  submissionEnd,
  submissionMoves,
} from './submission-machine.ts'

describe('the submission machine', () => {
  it('SENDMODES-12 lets only a waiting mail be cancelled, and a cancelled one never leaves', () => {
    expect(submissionBefore('cancelled')).toEqual(['held', 'scheduled', 'awaiting-approval'])
    expect(submissionMoves.cancelled).toEqual([])
    expect(submissionMoves.recalled).toEqual([])
  })

  it('SENDMODES-13 never delivers again to who got it, and a recall is answered once', () => {
    for (const end of ['cancelled', 'recalled', 'recall-refused'] as const) {
      expect(recipientMoves[end]).toEqual([])
    }
    for (const arrived of ['delivered', 'relayed'] as const) {
      expect(recipientMoves[arrived]).toEqual(['recalled', 'recall-refused'])
    }
    expect(recipientBefore('relayed')).toEqual(['queued', 'deferred'])
    expect(recipientBefore('cancelled')).toEqual(['queued'])
    // Only who did not get it may be tried again.
    expect(recipientBefore('queued')).toEqual(['bounced'])
  })

  it.each<[RecipientState[], 'sent' | 'failed' | 'recalled' | null]>([
    [['queued', 'relayed'], null],
    [['deferred', 'bounced'], null],
    [['relayed', 'bounced'], 'sent'],
    [['delivered'], 'sent'],
    [['bounced', 'bounced'], 'failed'],
    [['recalled', 'bounced'], 'recalled'],
    [['recalled', 'recall-refused'], 'sent'],
    [['recalled', 'queued'], null],
  ])('COMPOSE-05 recipients %j make the mail %s', (states, end) => {
    expect(submissionEnd(states)).toBe(end)
  })
})
