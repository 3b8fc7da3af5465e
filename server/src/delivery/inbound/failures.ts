import { isDiskFull } from '../../platform/disk-full.ts'
import { replies } from './replies.ts'
import type { Reply } from './types.ts'

/** The answer for whatever storing threw: always "try later", so that a mail is never refused for our trouble (P3, P4). */
export const replyFor = (thrown: unknown): Reply =>
  isDiskFull(thrown) ? replies.storeFull : replies.tryLater
