import { publicBoxes as contract } from '@hongyan/contract/public-boxes'
import type { Http } from '../../platform/http/http.ts'
import type { BoxMails } from './box-mail.ts'
import type { PublicBoxes } from './public-boxes.service.ts'

/** Other mailboxes of a person: which there are, going there, and back. */
export function publicBoxesRoutes(http: Http, boxes: PublicBoxes, mail: BoxMails): void {
  http.bind(contract.find, async ({ caller }) => ({
    list: await boxes.mailboxesOf(caller.person.userId),
  }))
  http.bind(contract.switchTo, ({ caller, body: { emailAddr = '', type } }) =>
    emailAddr === '' ? boxes.leave(caller) : boxes.enter(caller, { emailAddr, type }),
  )
  http.bind(contract.members, async ({ caller }) => ({ list: await mail.members(caller) }))
  http.bind(contract.mails, async ({ caller, body }) => ({
    list: await mail.mails(caller, body.mailIds),
  }))
  http.bind(contract.assigned, async ({ caller, query }) => ({
    mailIds: await mail.assigned(caller, query.memberId),
  }))
  http.bind(contract.assign, async ({ caller, body }) => ({
    count: await mail.assign(caller, body),
  }))
  http.bind(contract.answering, async ({ caller, body }) => ({
    others: await mail.answering(caller, body),
  }))
}
