import type { ComposeFile } from '@hongyan/contract/compose'
import { signatures as contract, type SignatureUse } from '@hongyan/contract/signatures'
import type { WriteMode } from '@hongyan/contract/write-modes'
import type { Http } from '../../platform/http/http.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { OwnTextFile } from './own-pictures.service.ts'
import type { Signatures } from './signatures.service.ts'

interface Parts {
  signatures: Signatures
  /** Makes the pictures of an own text files of a mail. */
  takeOwnText(
    accountId: AccountId,
    ownText: { content: string; pictures: readonly OwnTextFile[] },
  ): Promise<{ content: string; files: ComposeFile[] }>
  positionOf(userId: UserId): Promise<'above' | 'below'>
}

/** Nothing is put into a mail that is edited again: it has its signature. */
const useOf = (mode: WriteMode): SignatureUse | null =>
  mode === 'new' ? 'new' : mode.startsWith('editAgain') ? null : 'reply'

/** E49, E134-E137, X113. */
export function signatureRoutes(http: Http, { signatures, takeOwnText, positionOf }: Parts): void {
  http.bind(contract.forCompose, async ({ caller: { accountId, person }, body }) => {
    const position = await positionOf(person.userId)
    const use = useOf(body?.type ?? 'new')
    const wanted = body?.signId === undefined ? use && { use } : { id: body.signId }
    const chosen = wanted && (await signatures.forMail(accountId, wanted))
    if (!chosen) return { signature: null, position }
    const { id: signId, name } = chosen
    return { signature: { signId, name, ...(await takeOwnText(accountId, chosen)) }, position }
  })
  http.bind(contract.list, async ({ caller }) => ({ list: await signatures.own(caller.accountId) }))
  http.bind(contract.listSystem, async ({ caller }) => ({
    list: await signatures.system(caller.accountId),
  }))
  http.bind(contract.save, ({ caller, body }) => signatures.save(caller.accountId, body))
  http.bind(contract.remove, async ({ caller, body }) => {
    await signatures.remove(caller.accountId, body.signId)
    return {}
  })
  http.bind(contract.choose, async ({ caller, body }) => {
    await signatures.choose(caller.accountId, body.use, body.signId)
    return {}
  })
}
