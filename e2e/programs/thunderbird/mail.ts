import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import type { Installation } from '../installation.ts'
import { mailOf } from '../mailbox.ts'
import { same } from '../program.ts'
import type { Marionette } from './marionette.ts'
import { untilTrue } from './patience.ts'
import { shoot } from './pictures.ts'

const inMail = `
  const { MailServices } = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs')
  const account = MailServices.accounts.accounts.find((one) => one.incomingServer.type === 'imap')
  const inbox = account.incomingServer.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox)
  const pane = document.getElementById('tabmail').currentAbout3Pane
  const all = inbox ? [...inbox.messages] : []
  const bySubject = (text) => all.find((one) => one.mime2DecodedSubject === text)
`

/** The inbox, one mail read, its flag set: the browser sees both. */
export async function readMail(program: Marionette, at: Installation): Promise<void> {
  await program.until(
    'the inbox',
    `${inMail} if (!inbox) return false; pane.displayFolder(inbox); return true`,
  )
  await program.until(
    'its mail',
    `${inMail} return bySubject('鸿雁 tb-1') && pane.threadTree.view?.rowCount >= 2`,
  )
  await shoot(program, '4-inbox')
  await program.run(
    `${inMail} pane.threadTree.selectedIndex = pane.gDBView.findIndexOfMsgHdr(bySubject('鸿雁 tb-1'), true)`,
  )
  await program
    .until(
      'the text',
      `${inMail} const reader = pane.messageBrowser.contentWindow
    return reader?.msgLoaded && reader.getMessagePaneBrowser().contentDocument?.body?.textContent.includes('the text of tb-1')`,
    )
    .catch(async (thrown) => {
      await shoot(program, '5-failed')
      throw thrown
    })
  await shoot(program, '5-read')
  await program.run(`${inMail} pane.goDoCommand('cmd_markAsFlagged')`)
  await untilTrue('seen and starred in the browser', async () => {
    const mail = await mailInBrowser(at, '鸿雁 tb-1')
    return Boolean(mail?.seen && mail.starred)
  })
}

async function mailInBrowser(at: Installation, subject: string) {
  const { folderList } = await at.api.get(folders.list, {})
  const inbox = folderList.find(({ role }) => role === 'inbox')
  const { list } = await at.api.get(messages.list, { mailboxId: inbox?.folderId })
  return list.find((one) => one.mailSubject === subject)
}

/** What the browser does shows in the window while nobody touches it: the program idles. */
export async function hearBrowser(program: Marionette, at: Installation): Promise<void> {
  const mail = await mailInBrowser(at, '鸿雁 tb-2')
  const mailIds = [mail?.mailId]
  await at.api.get(messages.star, { mailIds, starred: true })
  await program.until('a star of the browser', `${inMail} return bySubject('鸿雁 tb-2')?.isFlagged`)
  await at.api.get(messages.seen, { mailIds, seen: true })
  await program.until('read in the browser', `${inMail} return bySubject('鸿雁 tb-2')?.isRead`)
  const flow = await at.connect()
  await flow.append('INBOX', mailOf('tb-3', '鸿雁 tb-3'))
  await flow.logout()
  await program.until('a mail that came', `${inMail} return Boolean(bySubject('鸿雁 tb-3'))`)
  await shoot(program, '6-heard')
}

/** A mail is written and sent by submission: once in Sent, once in the inbox. */
export async function sendMail(program: Marionette, at: Installation): Promise<void> {
  const subject = '鸿雁 from Thunderbird'
  await program.run(
    `${inMail}
    const [to, subject] = arguments
    const fields = Cc['@mozilla.org/messengercompose/composefields;1'].createInstance(Ci.nsIMsgCompFields)
    Object.assign(fields, { to, subject, body: '你好, it leaves by submission.' })
    const params = Cc['@mozilla.org/messengercompose/composeparams;1'].createInstance(Ci.nsIMsgComposeParams)
    Object.assign(params, { composeFields: fields, type: Ci.nsIMsgCompType.New, identity: account.defaultIdentity,
      format: Ci.nsIMsgCompFormat.PlainText })
    MailServices.compose.OpenComposeWindowWithParams(null, params)`,
    at.address,
    subject,
  )
  const writing = `const writing = Services.wm.getMostRecentWindow('msgcompose')`
  await program.until(
    'the composer',
    `${writing}; if (!writing?.ComposeStarted && !writing?.gMsgCompose?.editor) return false
    writing.goDoCommand('cmd_sendNow'); return true`,
  )
  await program.until('the end of sending', `${writing}; return !writing`)
  const flow = await at.connect()
  const count = async (folder: string): Promise<number> => {
    const lock = await flow.getMailboxLock(folder)
    const found = (await flow.search({ subject })) || []
    lock.release()
    return found.length
  }
  await untilTrue('what was sent in the inbox', async () => (await count('INBOX')) > 0)
  same('copies in Sent and in the inbox', [await count('Sent'), await count('INBOX')], [1, 1])
  await flow.logout()
  await program.until('it in the window', `${inMail} return Boolean(bySubject('${subject}'))`)
  await shoot(program, '7-sent')
}
