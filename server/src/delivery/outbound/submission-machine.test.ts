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
  it('SENDMODES-13 lets only a held mail be cancelled, and a cancelled one never leaves', () => {
    expect(submissionBefore('cancelled')).toEqual(['held'])
    expect(submissionMoves.cancelled).toEqual([])
    expect(submissionBefore('queued')).toEqual(['held'])
  })

  it('COMPOSE-05 never moves a recipient out of an end state', () => {
    for (const end of ['delivered', 'relayed', 'bounced', 'cancelled'] as const) {
      expect(recipientMoves[end]).toEqual([])
    }
    expect(recipientBefore('relayed')).toEqual(['queued', 'deferred'])
    expect(recipientBefore('cancelled')).toEqual(['queued'])
    expect(recipientBefore('queued')).toEqual([])
  })

  it.each<[RecipientState[], 'sent' | 'failed' | null]>([
    [['queued', 'relayed'], null],
    [['deferred', 'bounced'], null],
    [['relayed', 'bounced'], 'sent'],
    [['delivered'], 'sent'],
    [['bounced', 'bounced'], 'failed'],
  ])('COMPOSE-05 recipients %j make the mail %s', (states, end) => {
    expect(submissionEnd(states)).toBe(end)
  })
})
