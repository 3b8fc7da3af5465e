import type { ComposeFile, ComposeStart } from '@hongyan/contract/compose'
import { describe, expect, it } from 'vitest'
import {
  attachedFiles,
  contentOf,
  contentRequest,
  isEmpty,
  sameContent,
  settleFiles,
  withoutPassword,
} from './compose-content.ts'

const file = (fileId: number, contentId: string | null): ComposeFile => ({
  fileId,
  fileName: `${fileId}.png`,
  size: 10,
  type: 'image/png',
  contentId,
  url: `/f/${fileId}`,
})
const start = (part: Partial<ComposeStart> = {}): ComposeStart => ({
  mailFrom: '',
  draftId: null,
  version: 0,
  mailTo: [],
  mailCc: [],
  mailBcc: [],
  mailSubject: '',
  html: '',
  quotedHtml: '',
  signHtml: '',
  signId: null,
  signPosition: 'above',
  paperId: '',
  plainText: false,
  files: [],
  priority: 'normal',
  needReceipt: false,
  isSeparate: false,
  encrypt: false,
  sensitivity: '',
  sourceSensitivity: '',
  authorisation: null,
  scheduledTime: null,
  writeMode: 'new',
  sourceMailId: null,
  ...part,
})

describe('what the composer holds', () => {
  it('COMPOSE-28 a signature alone is not worth a draft, and its picture travels while it stands there', () => {
    const signed = contentOf(
      start({
        signHtml: '<p>张伟 <img src="cid:logo@hongyan"></p>',
        files: [file(7, 'logo@hongyan')],
      }),
    )
    expect(isEmpty(signed)).toBe(true)
    expect(contentRequest(signed)).toMatchObject({ fileIds: [7], signPosition: 'above' })
    expect(contentRequest({ ...signed, signHtml: '' }).fileIds).toEqual([])
    const { signHtml: _one, signId: _two, ...before } = signed
    expect(contentRequest({ ...signed, ...before, signHtml: '' })).toMatchObject({ signHtml: '' })
  })

  it('COMPOSE-03 sends the quoted original back unchanged', () => {
    const quotedHtml =
      '<TABLE bgcolor=red><tr><td>\n<font size=7>Ünïcode 中文</font></table><style>x{}</style>'
    const content = contentOf(start({ quotedHtml, writeMode: 'reply', sourceMailId: 5 }))
    expect(contentRequest(content)).toMatchObject({
      quotedHtml,
      writeMode: 'reply',
      sourceMailId: 5,
    })
  })

  it('COMPOSE-05 writes recipients as name and address', () => {
    const mailTo = [{ name: 'Li "Na"', address: 'li@example.com' }]
    expect(contentRequest(contentOf(start({ mailTo }))).mailTo).toEqual([
      '"Li \\"Na\\"" <li@example.com>',
    ])
  })

  it('COMPOSE-25 sends a picture only while the text shows it', () => {
    const shown = start({ html: '<img src="cid:a@b">', files: [file(1, 'a@b'), file(2, null)] })
    const content = settleFiles(contentOf(shown))
    expect(contentRequest(content).fileIds).toEqual([1, 2])
    expect(contentRequest({ ...content, html: '' }).fileIds).toEqual([2])
  })

  it('COMPOSE-03 lists forwarded files that no text shows as attachments', () => {
    const files = [file(1, 'shown@x'), file(2, 'plain@x')]
    const content = settleFiles(contentOf(start({ quotedHtml: '<img src=cid:shown@x>', files })))
    expect(attachedFiles(content).map((one) => one.fileId)).toEqual([2])
    expect(contentRequest(content).fileIds).toEqual([1, 2])
  })

  it('COMPOSE-03 takes no unseen file of the original along in an answer', () => {
    const files = [file(2, 'plain@x')]
    const content = settleFiles(contentOf(start({ writeMode: 'reply', files })))
    expect(attachedFiles(content)).toEqual([])
    expect(contentRequest(content).fileIds).toEqual([])
  })

  it('COMPOSE-03 opens a mail that is edited again in the editor, not as a quote', () => {
    const again = start({ writeMode: 'editAgain', quotedHtml: '<p>sent</p>' })
    expect(contentOf(again)).toMatchObject({ html: '<p>sent</p>', quotedHtml: '' })
    const reply = start({ writeMode: 'reply', quotedHtml: '<p>sent</p>' })
    expect(contentOf(reply)).toMatchObject({ html: '', quotedHtml: '<p>sent</p>' })
  })

  it('COMPOSE-04 finds an untouched screen empty', () => {
    expect(isEmpty(contentOf(start({ html: '<div><br></div><div>&nbsp;</div>' })))).toBe(true)
    expect(isEmpty(contentOf(start({ html: '<div>x</div>' })))).toBe(false)
    expect(isEmpty(contentOf(start({ html: '<img src="cid:1">' })))).toBe(false)
    expect(isEmpty(contentOf(start({ mailSubject: 'x' })))).toBe(false)
  })

  it('COMPOSE-04 compares what would be sent, not signed links', () => {
    const one = contentOf(start({ files: [file(1, null)] }))
    const other = contentOf(start({ files: [{ ...file(1, null), url: '/other' }] }))
    expect(sameContent(one, other)).toBe(true)
    expect(sameContent(one, { ...other, subject: 'x' })).toBe(false)
  })

  it('SENDMODES-03 SENDMODES-04 never stores a read password, only that there was one', () => {
    const authorisation = {
      readCount: 2,
      validDays: 3,
      readPassword: 'secret',
      forbidForward: true,
      hasPassword: false,
    }
    const content = contentOf(start({ authorisation }))
    expect(contentRequest(content).authorisation).toEqual({
      readCount: 2,
      validDays: 3,
      readPassword: 'secret',
      forbidForward: true,
    })
    expect(JSON.stringify(withoutPassword(content))).not.toContain('secret')
    expect(withoutPassword(content).authorisation?.hasPassword).toBe(true)
  })
})
