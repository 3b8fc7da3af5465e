/** Ids of what user A owns; each carries a canary that nobody else may ever see. */
export interface Owned {
  folderId: number
  messageId: number
  messageUid: number
  draftMailId: number
  draftId: number
  uploadId: number
  /** An upload in chunks that is under way. */
  openUploadId: number
  submissionId: number
  /** The sent copy of a read-limited mail. */
  authorisedMailId: number
  trashId: number
  ownFolderId: number
  labelId: number
  savedSearchId: number
  ruleId: number
  runId: number
  todoId: number
  signId: number
  templateId: number
  paperId: number
  /** A login of A. */
  sessionId: number
  address: string
}

/** A valid call on A's things: `params`, `query` and `body` as the contract wants them. */
export interface Row {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** The call names something of A's: with B's token it must answer exactly as if that did not exist. */
  foreign?: boolean
}
