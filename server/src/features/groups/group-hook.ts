import { getHeader, type HeaderField, readHeaders } from '@hongyan/mime/headers'
import type {
  CopyPlan,
  HookMail,
  InboundHook,
  Recipient,
  Reply,
} from '../../delivery/inbound/types.ts'
import { isConnectionLoss } from '../../platform/db/connections.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { deleteMembership, type GroupRow, groupsOfAccounts } from './groups.queries.ts'
import { isLoop } from './list-mail.ts'
import { insertPost, type NewPost } from './posts.queries.ts'
import { type Role, rolesOfAccount, rolesOfAddress } from './reach.queries.ts'
import { maySend } from './who-may-send.ts'

export interface HookDeps {
  database: Db
  log: Log
  directory: {
    findRecipient(address: string): Promise<(Recipient & { organisationId: OrganisationId }) | null>
  }
  /** Passes a mail on, from the transaction that wrote its row. */
  passOnIn(tx: Db, postId: number): Promise<void>
  /** Tells the managers of a mail that waits, from the transaction that wrote its row. */
  waitsIn(tx: Db, postId: number): Promise<void>
}

const refusal = (code: number, status: string, text: string): Reply => ({ code, status, text })
const refusals = {
  gone: refusal(550, '5.1.1', 'There is no such mail group'),
  sender: refusal(550, '5.7.1', 'You are not allowed to write to this mail group'),
  disowned: refusal(550, '5.7.1', 'The domain of the author disowns this mail'),
  trouble: refusal(451, '4.3.0', 'The mail group cannot take this mail at the moment'),
  loop: refusal(554, '5.4.6', 'This mail has been through this mail group before'),
}

/** Nobody reads it there: it is kept as what was read, and told to nobody. */
const kept: Partial<CopyPlan> = { seen: true, notify: false }

/**
 * A mail for a group is stored in the group's own mailbox like any other, once; passing it on is written down in the same
 * transaction. Whoever may not write to the group hears so.
 */
export function createGroupHook(deps: HookDeps): InboundHook {
  const decide = decideBy(deps)
  return async (mail, recipient, plan) => {
    if (!recipient.isGroup) return plan
    try {
      return await decide(mail, recipient, plan)
    } catch (thrown) {
      if (isConnectionLoss(thrown)) throw thrown
      // Stored without being passed on it would be lost: its sender hears of it instead.
      deps.log.error({ err: thrown, mail: mail.id }, 'a mail to a group could not be taken')
      return refusals.trouble
    }
  }
}

const decideBy =
  (deps: HookDeps) =>
  async (mail: HookMail, recipient: Recipient, plan: CopyPlan): Promise<CopyPlan | Reply> => {
    const [group] = await groupsOfAccounts(deps.database, [recipient.accountId])
    if (!group) return refusals.gone
    const fields = readHeaders(mail.message.raw)
    if (isAnswerOfProgram(mail, fields)) return { ...plan, ...kept, folder: 'trash' }
    if (isLoop(fields, group)) return refusals.loop
    const author = await authorOf(deps, mail)
    return byAuthor(deps, { mail, plan, group }, author)
  }

/** What becomes of it, by who wrote it. */
function byAuthor(deps: HookDeps, about: Planned, author: Author): CopyPlan | Reply {
  const { mail, plan, group } = about
  if (isFarewell(mail) && author.entry) return leaving(group, author.entry, plan)
  if (!maySend(group, author.roles, author.organisation)) return refusals.sender
  // Whom their own domain disowns: one mailbox may doubt that, a group does not pass it on.
  if (plan.folder === 'junk') return refusals.disowned
  // Who looks after the group, or was given the right to write to it, waits for nobody.
  const isFree = author.roles.some((one) => one.groupId === group.id && one.type !== 'member')
  return planFor(deps, { ...about, waits: group.moderated && !isFree })
}

/** Reports, and what answers by itself: neither goes to a member, and nobody is answered. */
const isAnswerOfProgram = ({ sender }: HookMail, fields: HeaderField[]): boolean =>
  sender === '' || /^auto-replied\b/i.test(getHeader(fields, 'auto-submitted') ?? '')

interface Author {
  roles: readonly Role[]
  /** Null for people outside. */
  organisation: OrganisationId | null
  /** As what they stand in a group; null for nobody. */
  entry: { accountId: AccountId } | { address: string } | null
}

/**
 * Who writes: of a mail of ours the mailbox that sends it; of one from outside the one in From, where somebody vouches
 * for it. A name of ours that comes in from outside is nobody's.
 */
async function authorOf({ database, directory }: HookDeps, mail: HookMail): Promise<Author> {
  const nobody: Author = { roles: [], organisation: null, entry: null }
  if (mail.peer === null) {
    const own = await directory.findRecipient(mail.sender)
    if (!own) return nobody
    return {
      roles: await rolesOfAccount(database, own.accountId),
      organisation: own.organisationId,
      entry: { accountId: own.accountId },
    }
  }
  const [from, ...others] = mail.from
  const address = from?.address.toLowerCase() ?? ''
  const isProven =
    mail.authentication?.dmarc === 'pass' ||
    (mail.senderProven && mail.sender.toLowerCase() === address)
  if (others.length > 0 || !isProven) return nobody
  return { ...nobody, roles: await rolesOfAddress(database, address), entry: { address } }
}

/** What List-Unsubscribe of our mail sends. */
const isFarewell = ({ message }: HookMail): boolean =>
  /^unsubscribe$/i.test(message.parsed.envelope.subject.trim())

/** Takes who wrote it out of the group, where they are in it by name; nobody else reads that. */
const leaving = (
  group: GroupRow,
  entry: NonNullable<Author['entry']>,
  plan: CopyPlan,
): CopyPlan => ({
  ...plan,
  ...kept,
  folder: 'trash',
  alongside: {
    run: async (tx) => {
      await deleteMembership(tx, group.id, entry)
    },
    done: () => undefined,
    otherwise: { folder: 'trash', seen: true, notify: false },
  },
})

interface Planned {
  mail: HookMail
  plan: CopyPlan
  group: GroupRow
}

function planFor(
  { passOnIn, waitsIn }: HookDeps,
  { mail, plan, group, waits }: Planned & { waits: boolean },
): CopyPlan {
  const { envelope } = mail.message.parsed
  const post: NewPost = {
    groupId: group.id,
    state: waits ? 'waiting' : 'sending',
    mailKey: mail.key,
    submissionId: mail.submissionId,
    envelope: mail.envelope.map((address) => address.toLowerCase()),
    author: envelope.from[0]?.address ?? mail.sender,
    foreign: mail.foreign,
    authentication: mail.authentication,
    subject: envelope.subject.slice(0, 1000),
  }
  return {
    ...plan,
    ...kept,
    folder: 'inbox',
    alongside: {
      run: async (tx, { messageId }) => {
        const id = await insertPost(tx, messageId, post)
        await (waits ? waitsIn : passOnIn)(tx, id)
      },
      done: () => undefined,
      otherwise: { folder: 'inbox', seen: true, notify: false },
    },
  }
}

/** At RCPT, before a byte of the mail: whoever cannot be allowed, whatever the mail says. */
export async function refuseAtDoor(
  database: Db,
  { mailbox, sender }: { mailbox: Pick<Recipient, 'accountId' | 'isGroup'>; sender: string },
): Promise<Reply | null> {
  if (!mailbox.isGroup || sender === '') return null
  const [group] = await groupsOfAccounts(database, [mailbox.accountId])
  if (!group) return refusals.gone
  const roles = await rolesOfAddress(database, sender.toLowerCase())
  return maySend(group, roles, null) ? null : refusals.sender
}
