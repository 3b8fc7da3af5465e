import type { MessageDetail } from '@hongyan/contract/messages'
import { expect, it } from 'vitest'
import { setOpenMail, useOpenMail } from './open-mail.ts'

const detail = {
  text: '正文 body',
  preview: 'preview',
  mailFrom: { name: 'Peer', address: 'peer@other.test' },
  mailSubject: 'subject',
  sentTime: null,
  receivedTime: '2026-11-21T10:00:00.000Z',
} as MessageDetail

it('READ-03 keeps content, sender, subject and time of the open mail for the assistant, as text', () => {
  setOpenMail(detail)
  expect(useOpenMail.getState().mail).toEqual({
    jContent: '正文 body',
    sender: 'peer@other.test',
    mailsubject: 'subject',
    sendTime: '2026-11-21T10:00:00.000Z',
  })
  setOpenMail({ ...detail, text: 'x'.repeat(9_000) })
  expect(useOpenMail.getState().mail?.jContent).toHaveLength(5_000)
  setOpenMail(undefined)
  expect(useOpenMail.getState().mail).toBeNull()
})
