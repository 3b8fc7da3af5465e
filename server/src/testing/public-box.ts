import type { MemberLevel } from '@hongyan/contract/endpoint'
import { publicBoxes } from '@hongyan/contract/public-boxes'
import type { AccountId } from '../platform/ids.ts'
import type { HttpClient } from './http-client.ts'
import type { TestServer } from './start-test-server.ts'

/** A public mailbox as an administrator and its members know it. */
export interface PublicBox {
  address: string
  accountId: AccountId
  grant(person: string, level: MemberLevel, until?: Date): Promise<void>
  revoke(person: string): Promise<void>
  /** The client goes on with the tokens of the mailbox. */
  enter(client: HttpClient): Promise<void>
}

export async function newPublicBox(
  { app }: TestServer,
  address: string,
  name = '客服',
): Promise<PublicBox> {
  const organisation = await app.directory.organisation()
  if (!organisation) throw new Error('no organisation')
  const organisationId = organisation.id
  const { accountId } = await app.directory.createPublicMailbox({ organisationId, address, name })
  const whichOf = async (person: string) => {
    const recipient = await app.directory.findRecipient(person)
    const owner = recipient && (await app.directory.ownerOf(recipient.accountId))
    if (!owner) throw new Error(`nobody is ${person}`)
    return { accountId, userId: owner.userId }
  }
  return {
    address,
    accountId,
    grant: async (person, level, until) =>
      app.publicBoxes.grant(await whichOf(person), { level, until: until ?? null }),
    revoke: async (person) => void (await app.publicBoxes.revoke(await whichOf(person))),
    enter: async (client) => {
      client.tokens = await client.get(publicBoxes.switchTo, {
        body: { emailAddr: address, type: 2 },
      })
    },
  }
}
