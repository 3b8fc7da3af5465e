import { alarmsErrors } from './errors/alarms.ts'
import { approvalErrors } from './errors/approval.ts'
import { assistantErrors } from './errors/assistant.ts'
import { authorisedErrors } from './errors/authorised.ts'
import { bulkErrors } from './errors/bulk.ts'
import { captchaErrors } from './errors/captcha.ts'
import { clientAccessErrors } from './errors/client-access.ts'
import { codesErrors } from './errors/codes.ts'
import { commonErrors } from './errors/common.ts'
import { complianceErrors } from './errors/compliance.ts'
import { composeErrors } from './errors/compose.ts'
import { consoleErrors } from './errors/console.ts'
import { consolePeopleErrors } from './errors/console-people.ts'
import { domainsErrors } from './errors/domains.ts'
import { exportsErrors } from './errors/exports.ts'
import { feedbackErrors } from './errors/feedback.ts'
import { foldersErrors } from './errors/folders.ts'
import { gather } from './errors/gather.ts'
import { groupsErrors } from './errors/groups.ts'
import { labelsErrors } from './errors/labels.ts'
import { lockErrors } from './errors/lock.ts'
import { messagesErrors } from './errors/messages.ts'
import { migrationErrors } from './errors/migration.ts'
import { organisationErrors } from './errors/organisation.ts'
import { ownPicturesErrors } from './errors/own-pictures.ts'
import { passkeysErrors } from './errors/passkeys.ts'
import { passwordsErrors } from './errors/passwords.ts'
import { profileErrors } from './errors/profile.ts'
import { protectionErrors } from './errors/protection.ts'
import { publicBoxesErrors } from './errors/public-boxes.ts'
import { readerErrors } from './errors/reader.ts'
import { retentionErrors } from './errors/retention.ts'
import { rulesErrors } from './errors/rules.ts'
import { searchErrors } from './errors/search.ts'
import { sessionErrors } from './errors/session.ts'
import { signaturesErrors } from './errors/signatures.ts'
import { smimeErrors } from './errors/smime.ts'
import { ssoErrors } from './errors/sso.ts'
import { templatesErrors } from './errors/templates.ts'
import { todoErrors } from './errors/todo.ts'
import { uploadsErrors } from './errors/uploads.ts'
import { webPushErrors } from './errors/web-push.ts'

/**
 * Every expected trouble of the product, from one file a feature (`errors/`). `{name}` in a text is filled from the
 * error's details. HTTP 400 with code 401014 turns the lock screen on (specification §8); 401 ends the session.
 */
export const errors = gather([
  commonErrors,
  sessionErrors,
  captchaErrors,
  passwordsErrors,
  profileErrors,
  lockErrors,
  codesErrors,
  passkeysErrors,
  ssoErrors,
  foldersErrors,
  labelsErrors,
  messagesErrors,
  bulkErrors,
  searchErrors,
  complianceErrors,
  exportsErrors,
  composeErrors,
  authorisedErrors,
  uploadsErrors,
  retentionErrors,
  rulesErrors,
  todoErrors,
  readerErrors,
  webPushErrors,
  signaturesErrors,
  templatesErrors,
  migrationErrors,
  organisationErrors,
  ownPicturesErrors,
  publicBoxesErrors,
  domainsErrors,
  feedbackErrors,
  consoleErrors,
  consolePeopleErrors,
  smimeErrors,
  clientAccessErrors,
  assistantErrors,
  alarmsErrors,
  approvalErrors,
  groupsErrors,
  protectionErrors,
])

/** Name of an expected trouble. */
export type ErrorCode = keyof typeof errors

/** The two languages of the product. */
export type Language = 'zh' | 'en'

/**
 * The sentence for an error, with its details filled in.
 * @param details values for `{name}` in the text; missing ones become empty
 */
export function errorText(
  code: ErrorCode,
  language: Language,
  details: Record<string, string> = {},
): string {
  return errors[code][language].replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? '')
}
