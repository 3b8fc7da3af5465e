import type { Endpoint } from '@hongyan/contract/endpoint'
import type { Owned, Row } from './matrix-row.ts'
import { rowsOfApproval } from './matrix-rows-approval.ts'
import { rowsOfPeople } from './matrix-rows-people.ts'

export type { Owned, Row } from './matrix-row.ts'

/** A mailbox that nobody asks for: it lies inside the house. */
const nowhere = {
  address: 'old@elsewhere.test',
  password: 'any',
  server: { protocol: 'imap', host: '10.1.2.3', port: 993, security: 'tls' },
}

/** One row for each endpoint of the contract, by `feature.name`: a new endpoint without a row fails the test (P8). */
export const matrixRows: Record<string, (own: Owned) => Row> = {
  ...rowsOfPeople,
  ...rowsOfApproval,
  'assistant.write': () => ({ body: { gist: 'matrix' } }),
  'assistant.summarise': (own) => ({ body: { content: '', mailId: own.messageId } }),
  'assistant.ask': () => ({ body: { question: 'matrix' } }),
  'assistant.check': (own) => ({ body: { content: '', mailId: own.messageId } }),
  'assistant.mailbox': () => ({ body: { question: 'matrix' } }),
  'assistant.brief': (own) => ({ body: { mailId: own.messageId } }),
  'assistantLists.daily': () => ({ body: {} }),
  'assistantLists.labelWords': (own) => ({ query: { labelId: own.labelId }, foreign: true }),
  'assistantLists.sort': (own) => ({
    body: { labelId: own.labelId, words: 'matrix' },
    foreign: true,
  }),
  'assistantText.translate': (own) => ({
    body: { mailId: own.messageId, to: 'en', pieces: ['matrix'] },
  }),
  'assistantText.answers': (own) => ({ body: { mailId: own.messageId } }),
  'assistantText.rewrite': () => ({ body: { way: 'subject', text: 'matrix' } }),
  'folders.list': (own) => ({ query: { emailAddr: own.address } }),
  'folders.targets': (own) => ({ query: { emailAddr: own.address } }),
  'folders.save': (own) => ({ body: { folderName: '', parentId: own.ownFolderId } }),
  'folders.add': () => ({ body: { folderName: '' } }),
  'folders.rename': (own) => ({
    body: { folderId: own.ownFolderId, folderName: 'matrix' },
    foreign: true,
  }),
  'folders.place': (own) => ({
    body: { folderId: own.ownFolderId, parentId: null, beforeId: null },
    foreign: true,
  }),
  'folders.remove': (own) => ({ body: { folderId: own.ownFolderId }, foreign: true }),
  'folders.show': (own) => ({ body: { folderId: own.ownFolderId, state: 0 }, foreign: true }),
  'folders.clear': (own) => ({ body: { folderId: own.folderId }, foreign: true }),
  'folders.setPassword': (own) => ({
    body: { folderId: own.ownFolderId, password: 'matrix-1' },
    foreign: true,
  }),
  'folders.changePassword': (own) => ({
    body: { folderId: own.ownFolderId, oldPassword: 'matrix-1', newPassword: 'matrix-2' },
    foreign: true,
  }),
  'folders.cancelPassword': (own) => ({
    body: { folderId: own.ownFolderId, password: 'matrix-1' },
    foreign: true,
  }),
  'folders.unlock': (own) => ({
    body: { folderId: own.ownFolderId, password: 'matrix-1' },
    foreign: true,
  }),
  'folders.lock': (own) => ({ body: { folderId: own.ownFolderId }, foreign: true }),
  'folders.forgotPassword': (own) => ({ query: { folderId: own.ownFolderId }, foreign: true }),
  'folders.hasPassword': (own) => ({ query: { folderId: own.ownFolderId }, foreign: true }),
  'labels.list': (own) => ({ query: { emailAddr: own.address } }),
  'labels.save': () => ({ body: { labelName: '' } }),
  'labels.add': () => ({ body: { labelName: '' } }),
  'labels.update': (own) => ({ body: { labelId: own.labelId, labelName: 'x' }, foreign: true }),
  'labels.remove': (own) => ({ body: { labelId: own.labelId }, foreign: true }),
  'labels.mails': (own) => ({ query: { labelId: own.labelId }, foreign: true }),
  'labels.mark': (own) => ({
    body: { mailIds: [own.messageId], add: [own.labelId] },
    foreign: true,
  }),
  'folders.unreadCount': (own) => ({ query: { emailAddr: own.address } }),
  'messages.list': (own) => ({
    query: { mailboxId: own.folderId, filter: 'all', sort: 'date', conversation: '0', rank: 0 },
    foreign: true,
  }),
  'messages.detail': (own) => ({ query: { mailId: own.messageId }, foreign: true }),
  'messages.seen': (own) => ({ body: { mailIds: [own.messageId], seen: true }, foreign: true }),
  'messages.star': (own) => ({
    body: { mailboxId: own.folderId, mailUids: [own.messageUid], starred: true },
    foreign: true,
  }),
  'messages.move': (own) => ({
    body: { mailIds: [own.messageId], targetMailboxId: own.trashId },
    foreign: true,
  }),
  'messages.recycle': (own) => ({ body: { mailIds: [own.messageId] }, foreign: true }),
  'messages.destroy': (own) => ({ body: { mailIds: [own.messageId] }, foreign: true }),
  'messages.pin': (own) => ({ body: { mailIds: [own.messageId], pinned: true }, foreign: true }),
  'messages.color': (own) => ({ body: { mailIds: [own.messageId], color: 3 }, foreign: true }),
  'messages.archive': (own) => ({ body: { mailIds: [own.messageId] }, foreign: true }),
  'messages.restore': (own) => ({ body: { mailIds: [own.messageId] }, foreign: true }),
  'messages.spam': (own) => ({
    body: { mailboxId: own.folderId, threadIds: [own.messageId], spam: true },
    foreign: true,
  }),
  'messages.exportMail': (own) => ({ body: { mailIds: [own.messageId] }, foreign: true }),
  'lists.favorites': () => ({ query: { pageSize: 15 } }),
  'lists.quick': () => ({ query: { seen: '0', order: 'desc' } }),
  'lists.related': () => ({ query: { address: 'peer@other.test', sortValues: 'n.1.1' } }),
  'lists.thread': (own) => ({ query: { threadId: own.messageId }, foreign: true }),
  'bulk.undo': () => ({ body: { jobId: 999_999_999 }, foreign: true }),
  'imports.receive': (own) => ({ query: { mailboxId: own.folderId }, foreign: true }),
  'imports.finish': () => ({ body: { jobId: 999_999_999 }, foreign: true }),
  'imports.state': () => ({ query: { jobId: 999_999_999 } }),
  'imports.stop': () => ({ body: { jobId: 999_999_999 }, foreign: true }),
  'migrations.code': () => ({ query: { address: 'a@163.com' } }),
  'migrations.preview': () => ({ body: nowhere }),
  'migrations.save': () => ({ body: { ...nowhere, range: 'all' } }),
  'migrations.list': () => ({ query: {} }),
  'migrations.update': () => ({
    body: { migrationId: 999_999_999, action: 'pause' },
    foreign: true,
  }),
  'migrations.file': () => ({ query: { migrationId: 999_999_999 }, foreign: true }),
  'bulk.start': (own) => ({
    body: { mailboxId: own.folderId, action: 'move', filter: 'all', targetMailboxId: own.trashId },
    foreign: true,
  }),
  'bulk.running': (own) => ({ query: { emailAddr: own.address } }),
  'bulk.stop': (own) => ({ body: { jobId: own.submissionId }, foreign: true }),
  'messages.showPicture': () => ({ params: { id: 'bm90LWEtdGlja2V0.bm90LWEtc2lnbmF0dXJl' } }),
  'messages.download': () => ({ params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtc2lnbmF0dXJl' } }),
  'search.search': () => ({ query: { searchKeyword: 'canary' } }),
  'search.count': () => ({ query: { searchKeyword: 'canary' } }),
  'search.snippets': (own) => ({ query: { searchKeyword: 'canary', mailIds: own.messageId } }),
  'search.suggest': () => ({ query: { keyword: 'can' } }),
  'search.saved': () => ({ query: {} }),
  'search.save': () => ({ body: { name: 'matrix', query: { searchKeyword: 'matrix' } } }),
  'search.forget': (own) => ({ body: { id: own.savedSearchId }, foreign: true }),
  'reader.pictures': (own) => ({
    body: { mailId: own.messageId, allow: 'once' },
    foreign: true,
  }),
  'reader.picture': () => ({ params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtc2lnbmF0dXJl' } }),
  'reader.pictureSenders': () => ({ query: {} }),
  'reader.removePictureSender': () => ({ body: { address: 'canary@example.test' } }),
  'reader.preview': () => ({ params: { id: 'bm90LWEtdGlja2V0.bm90LWEtc2lnbmF0dXJl' } }),
  'reader.zip': () => ({ params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtc2lnbmF0dXJl' } }),
  'reader.unsubscribe': (own) => ({ body: { mailId: own.messageId }, foreign: true }),
  'reader.receipt': (own) => ({
    body: { mailId: own.messageId, answer: 'ignore' },
    foreign: true,
  }),
  'compose.params': () => ({ query: {} }),
  'compose.saveDraft': (own) => ({
    body: { ...mail, draftId: own.draftId, version: 1, fileIds: [own.uploadId] },
    foreign: true,
  }),
  'compose.send': (own) => ({
    body: {
      ...mail,
      draftId: own.draftId,
      sourceMailId: own.messageId,
      sendKey: 'matrix-row-key',
      mailTo: ['b@example.test'],
    },
    foreign: true,
  }),
  'compose.cancel': (own) => ({ body: { submissionId: own.submissionId }, foreign: true }),
  'smime.own': (own) => ({ query: { emailAddr: own.address } }),
  'smime.keyPinVerify': () => ({ body: { proof: 'AAAA' } }),
  'smime.getKeyByEmail': (own) => ({ body: { emails: [own.address] } }),
  'smime.save': () => ({
    body: {
      certificate: 'AAAA',
      sealedKey: 'AAAA',
      salt: 'AAAA',
      iterations: 600_000,
      proof: 'AAAA',
    },
  }),
  'smime.sendSms': (own) => ({ body: { emailAddr: own.address } }),
  'smime.resetKey': () => ({
    body: {
      certificate: 'AAAA',
      sealedKey: 'AAAA',
      salt: 'AAAA',
      iterations: 600_000,
      proof: 'AAAA',
      confirm: { password: 'not-the-password' },
    },
  }),
  'smime.getRandomCode': (own) => ({ query: { emailAddr: own.address } }),
  'smime.peers': (own) => ({ query: { emailAddr: own.address } }),
  'smime.savePeer': () => ({
    body: { email: 'peer@outside.test', certificate: 'AAAA', capabilities: [] },
  }),
  'smime.removePeer': () => ({ body: { peerId: 1 } }),
  'smime.entity': (own) => ({
    body: { ...mail, mailTo: ['b@example.test'], fileIds: [own.uploadId] },
    foreign: true,
  }),
  'compose.quickSend': (own) => ({
    body: {
      type: 'reply',
      mailId: own.messageId,
      fasthuifuContent: 'matrix',
      sendKey: 'matrix-quick-key',
    },
    foreign: true,
  }),
  'compose.resend': (own) => ({ body: { mailId: own.messageId }, foreign: true }),
  'authorised.info': (own) => ({ query: { mailId: own.authorisedMailId }, foreign: true }),
  'authorised.open': (own) => ({ body: { mailId: own.authorisedMailId }, foreign: true }),
  'authorised.removeRead': (own) => ({
    body: { mailIds: [own.authorisedMailId] },
    foreign: true,
  }),
  'authorised.outside': () => ({ params: { token: 'x'.repeat(43) } }),
  'authorised.outsideCode': () => ({ params: { token: 'x'.repeat(43) } }),
  'authorised.openOutside': () => ({ params: { token: 'x'.repeat(43) }, body: { code: '123456' } }),
  'authorised.file': () => ({ params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtc2lnbmF0dXJl' } }),
  'compose.submission': (own) => ({ query: { submissionId: own.submissionId }, foreign: true }),
  'compose.deleteDrafts': (own) => ({ body: { mailIds: [own.draftMailId] }, foreign: true }),
  'compose.start': (own) => ({
    params: { type: 'reply' },
    body: { mailId: own.messageId },
    foreign: true,
  }),
  'compose.upload': () => ({}),
  'compose.uploadPicture': () => ({}),
  'compose.removeUpload': (own) => ({ body: { fileId: own.uploadId }, foreign: true }),
  'uploads.start': () => ({
    body: {
      uploadKey: 'matrix-upload-key',
      composeKey: 'matrix-compose-key',
      fileName: 'matrix.txt',
      size: 9,
      type: 'text/plain',
    },
  }),
  'uploads.chunk': (own) => ({ query: { uploadId: own.openUploadId, offset: 0 }, foreign: true }),
  'uploads.state': (own) => ({ query: { uploadId: own.openUploadId }, foreign: true }),
  'uploads.finish': (own) => ({ body: { uploadId: own.openUploadId }, foreign: true }),
  'uploads.abort': (own) => ({ body: { uploadId: own.openUploadId }, foreign: true }),
  'webPush.state': () => ({}),
  'webPush.subscribe': () => ({
    body: { endpoint: 'https://elsewhere.test/', p256dh: 'BA', auth: 'AA' },
  }),
  'webPush.unsubscribe': () => ({}),
  'compose.suggest': () => ({ query: { keyword: 'a' } }),
  'attachments.rename': (own) => ({
    body: { fileId: own.uploadId, fileName: 'matrix.txt' },
    foreign: true,
  }),
  'contacts.tree': () => ({ query: { node: 'organisation', pageSize: 5 } }),
  'rules.list': (own) => ({ query: { emailAddr: own.address } }),
  'rules.save': (own) => ({
    body: { ...rule, classifyId: own.ruleId, action: { moveTo: own.folderId } },
    foreign: true,
  }),
  'rules.remove': (own) => ({ params: { id: own.ruleId }, body: {}, foreign: true }),
  'rules.removeAll': (own) => ({ body: { classifyIds: [own.ruleId] } }),
  'rules.status': (own) => ({ body: { classifyId: own.ruleId, enabled: 1 }, foreign: true }),
  'rules.sort': (own) => ({ body: { classifyIds: [own.ruleId] }, foreign: true }),
  'rules.run': (own) => ({ body: { mailboxId: own.folderId }, foreign: true }),
  'rules.runState': () => ({ query: {} }),
  'rules.stopRun': (own) => ({ body: { runId: own.runId }, foreign: true }),
  'rules.getReply': () => ({ query: {} }),
  'rules.saveReply': () => ({ body: { enabled: 0, content: 'canary-free' } }),
  'rules.getForward': () => ({ query: {} }),
  'rules.saveForward': () => ({ body: { enabled: 0, forwardTo: [] } }),
  'todo.schedule': (own) => ({ body: { mailId: own.messageId, dueTime: null }, foreign: true }),
  'todo.save': (own) => ({ body: { mailId: own.messageId, note: 'matrix' }, foreign: true }),
  'todo.list': () => ({ body: {} }),
  'todo.over': (own) => ({ body: { pendingIds: [own.todoId] }, foreign: true }),
  'todo.remove': (own) => ({ body: { pendingIds: [own.todoId] }, foreign: true }),
  'todo.destroyDone': (own) => ({ body: { pendingIds: [own.todoId] }, foreign: true }),
  'records.userLog': () => ({ query: {} }),
  'records.mailLog': () => ({ query: {} }),
  'records.history': (own) => ({ query: { mailId: own.messageId } }),
  'records.deleted': () => ({ query: {} }),
  'records.recover': (own) => ({ body: { mailIds: [own.messageId] }, foreign: true }),
  'records.selfCheck': () => ({ query: {} }),
  'signatures.forCompose': (own) => ({ body: { type: 'new', signId: own.signId }, foreign: true }),
  'signatures.list': () => ({ query: {} }),
  'signatures.listSystem': () => ({ query: {} }),
  'signatures.save': (own) => ({
    body: { signId: own.signId, name: 'matrix', content: '<p>matrix</p>' },
    foreign: true,
  }),
  'signatures.remove': (own) => ({ body: { signId: own.signId }, foreign: true }),
  'signatures.choose': (own) => ({ body: { use: 'new', signId: own.signId }, foreign: true }),
  'templates.list': () => ({ query: {} }),
  'templates.info': (own) => ({ query: { templateId: own.templateId }, foreign: true }),
  'templates.save': (own) => ({
    body: { templateId: own.templateId, name: 'matrix', content: '<p>matrix</p>' },
    foreign: true,
  }),
  'templates.remove': (own) => ({ body: { templateId: own.templateId }, foreign: true }),
  'templates.use': (own) => ({ body: { templateId: own.templateId }, foreign: true }),
  'templates.papers': () => ({ query: {} }),
  'templates.addPaper': () => ({}),
  'templates.removePaper': (own) => ({ body: { paperId: own.paperId }, foreign: true }),
  'ownPictures.upload': () => ({}),
  'ownPictures.show': () => ({ params: { id: 'bm90LWEtdGlja2V0.bm90LWEtc2lnbmF0dXJl' } }),
  'home.index': (own) => ({ body: { emailAddr: own.address } }),
  'home.announcements': (own) => ({ query: { emailAddr: own.address } }),
  'feedback.send': () => ({}),
}

const rule = {
  name: 'matrix',
  conditions: [{ field: 'subject', operator: 'contains', value: 'matrix' }],
}

const mail = {
  mailTo: [] as string[],
  mailCc: [],
  mailBcc: [],
  mailSubject: 'matrix',
  html: '<p>matrix</p>',
  quotedHtml: '',
  fileIds: [] as number[],
}

/** Ids replaced by ones that nobody has, to see what "does not exist" looks like. */
export function withoutOwner(own: Owned): Owned {
  const missing = { ...own }
  for (const name of Object.keys(own) as (keyof Owned)[]) {
    if (name !== 'address') missing[name] = 9_000_000_000 + own[name]
  }
  return missing
}

/** The request of a row, ready for fetch. */
export function requestOf(endpoint: Endpoint, row: Row): { path: string; init: RequestInit } {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(row.params?.[name])),
  )
  const query = new URLSearchParams(
    Object.entries(row.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const text = query.size > 0 ? `?${query}` : ''
  if (endpoint.kind === 'upload') {
    const form = new FormData()
    form.append('file', new File(['some text'], 'note.txt', { type: 'text/plain' }))
    return { path: `/api/${path}${text}`, init: { method: 'POST', body: form } }
  }
  const body =
    row.body === undefined
      ? {}
      : { body: JSON.stringify(row.body), headers: { 'Content-Type': 'application/json' } }
  return { path: `/api/${path}${text}`, init: { method: endpoint.method, ...body } }
}
