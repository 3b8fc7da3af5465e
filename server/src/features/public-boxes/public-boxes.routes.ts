import { publicBoxes as contract } from '@hongyan/contract/public-boxes'
import type { Http } from '../../platform/http/http.ts'
import type { PublicBoxes } from './public-boxes.service.ts'

/** Other mailboxes of a person: which there are, going there, and back. */
export function publicBoxesRoutes(http: Http, boxes: PublicBoxes): void {
  http.bind(contract.find, async ({ caller }) => ({
    list: await boxes.mailboxesOf(caller.person.userId),
  }))
  http.bind(contract.switchTo, ({ caller, body: { emailAddr = '', type } }) =>
    emailAddr === '' ? boxes.leave(caller) : boxes.enter(caller, { emailAddr, type }),
  )
}
