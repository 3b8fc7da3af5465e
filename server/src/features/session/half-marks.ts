import type { Signer } from '../../platform/crypto/signer.ts'

/** As long as a login lives: longer than anything that is half done. */
const lifeSeconds = 12 * 3600

/**
 * What a browser keeps of a login that is half done. Some networks give it another address for each call: it goes on all
 * the same, and whoever took the ticket or the token alone does not.
 */
export const halfMarksIn = (signer: Pick<Signer, 'sign' | 'read'>) => ({
  /** @param of what the login goes on with */
  halfMark: (of: string): string => signer.sign({ kind: 'half', of }, lifeSeconds),
  isHalfMark: (mark: string, of: string): boolean => {
    const read = mark === '' ? null : (signer.read(mark) as { kind?: string; of?: string } | null)
    return read?.kind === 'half' && read.of === of
  },
})

/** A login that owes a new password. */
export const owingLogin = (loginId: string | number): string => `login ${loginId}`
