import { approval } from './approval.ts'
import { assistant } from './assistant.ts'
import { assistantLists } from './assistant-lists.ts'
import { assistantText } from './assistant-text.ts'
import { attachments } from './attachments.ts'
import { authorised } from './authorised.ts'
import { bulk } from './bulk.ts'
import { captcha } from './captcha.ts'
import { clientAccess } from './client-access.ts'
import { compose } from './compose.ts'
import { console } from './console.ts'
import { contacts } from './contacts.ts'
import type { Endpoint } from './endpoint.ts'
import { feedback } from './feedback.ts'
import { folders } from './folders.ts'
import { groupPosts } from './group-posts.ts'
import { groups } from './groups.ts'
import { home } from './home.ts'
import { imports } from './imports.ts'
import { labels } from './labels.ts'
import { lists } from './lists.ts'
import { lock } from './lock.ts'
import { messages } from './messages.ts'
import { migrations } from './migration.ts'
import { ownPictures } from './own-pictures.ts'
import { passkeys } from './passkeys.ts'
import { passwords } from './passwords.ts'
import { phone } from './phone.ts'
import { profile } from './profile.ts'
import { protection } from './protection.ts'
import { publicBoxes } from './public-boxes.ts'
import { reader } from './reader.ts'
import { records } from './records.ts'
import { recovery } from './recovery.ts'
import { rules } from './rules.ts'
import { search } from './search.ts'
import { secondStep } from './second-step.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { signatures } from './signatures.ts'
import { smime } from './smime.ts'
import { sso } from './sso.ts'
import { start } from './start.ts'
import { templates } from './templates.ts'
import { tickets } from './tickets.ts'
import { todo } from './todo.ts'
import { uploads } from './uploads.ts'
import { webPush } from './web-push.ts'

/** Every endpoint by feature: OpenAPI, the API page and the matrix tests walk this map. */
export const contract = {
  session,
  captcha,
  publicBoxes,
  passwords,
  lock,
  phone,
  secondStep,
  passkeys,
  recovery,
  sso,
  tickets,
  settings,
  start,
  profile,
  folders,
  labels,
  messages,
  lists,
  bulk,
  imports,
  migrations,
  search,
  compose,
  uploads,
  contacts,
  groups,
  groupPosts,
  console,
  attachments,
  reader,
  rules,
  todo,
  records,
  webPush,
  authorised,
  signatures,
  templates,
  ownPictures,
  feedback,
  smime,
  home,
  clientAccess,
  assistant,
  approval,
  assistantLists,
  assistantText,
  protection,
} as const satisfies Record<string, Record<string, Endpoint>>

/** Every endpoint in one list, with the name of its feature. */
export const allEndpoints: readonly (Endpoint & { feature: string; name: string })[] =
  Object.entries(contract).flatMap(([feature, map]) =>
    Object.entries(map).map(([name, one]) => ({ ...(one as Endpoint), feature, name })),
  )
