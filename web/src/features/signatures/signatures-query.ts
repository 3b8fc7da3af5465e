import type { CallInput } from '@hongyan/contract/endpoint'
import { type Signature, type SignatureUse, signatures } from '@hongyan/contract/signatures'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

/** Own signatures, then those of the organisation. */
export const signaturesQuery = queryOptions({
  queryKey: ['signatures'],
  queryFn: async ({ signal }): Promise<Signature[]> => {
    const [own, system] = await Promise.all([
      call(signatures.list, { query: {} }, { signal }),
      call(signatures.listSystem, { query: {} }, { signal }),
    ])
    return [...own.list, ...system.list]
  },
})

export type SignatureBody = CallInput<typeof signatures.save>['body']

const reload = () => queryClient.invalidateQueries({ queryKey: signaturesQuery.queryKey })

export async function saveSignature(body: SignatureBody): Promise<void> {
  await call(signatures.save, { body })
  await reload()
}

export async function removeSignature(signId: number): Promise<void> {
  await call(signatures.remove, { body: { signId } })
  await reload()
}

export async function chooseSignature(use: SignatureUse, signId: number | null): Promise<void> {
  await call(signatures.choose, { body: { use, signId } })
  await reload()
}
