import type approval from '../locales/zh/approval.json'
import type assistant from '../locales/zh/assistant.json'
import type authorised from '../locales/zh/authorised.json'
import type captcha from '../locales/zh/captcha.json'
import type clientAccess from '../locales/zh/client-access.json'
import type common from '../locales/zh/common.json'
import type compose from '../locales/zh/compose.json'
import type console from '../locales/zh/console.json'
import type consoleCompliance from '../locales/zh/console-compliance.json'
import type consoleDomains from '../locales/zh/console-domains.json'
import type consoleExports from '../locales/zh/console-exports.json'
import type consoleGroups from '../locales/zh/console-groups.json'
import type consoleOrganisation from '../locales/zh/console-organisation.json'
import type consoleRetention from '../locales/zh/console-retention.json'
import type consoleWatch from '../locales/zh/console-watch.json'
import type feedback from '../locales/zh/feedback.json'
import type folders from '../locales/zh/folders.json'
import type groups from '../locales/zh/groups.json'
import type home from '../locales/zh/home.json'
import type imports from '../locales/zh/imports.json'
import type labels from '../locales/zh/labels.json'
import type list from '../locales/zh/list.json'
import type lock from '../locales/zh/lock.json'
import type login from '../locales/zh/login.json'
import type migration from '../locales/zh/migration.json'
import type notifications from '../locales/zh/notifications.json'
import type passkeys from '../locales/zh/passkeys.json'
import type passwords from '../locales/zh/passwords.json'
import type policy from '../locales/zh/policy.json'
import type profile from '../locales/zh/profile.json'
import type protection from '../locales/zh/protection.json'
import type publicBoxes from '../locales/zh/public-boxes.json'
import type reader from '../locales/zh/reader.json'
import type records from '../locales/zh/records.json'
import type rules from '../locales/zh/rules.json'
import type search from '../locales/zh/search.json'
import type second from '../locales/zh/second.json'
import type session from '../locales/zh/session.json'
import type settings from '../locales/zh/settings.json'
import type shell from '../locales/zh/shell.json'
import type shortcuts from '../locales/zh/shortcuts.json'
import type signatures from '../locales/zh/signatures.json'
import type skins from '../locales/zh/skins.json'
import type smime from '../locales/zh/smime.json'
import type templates from '../locales/zh/templates.json'
import type todo from '../locales/zh/todo.json'

/** The texts as they are written in Chinese: the English ones have the same keys, a test sees to it. */
interface Files {
  approval: typeof approval
  assistant: typeof assistant
  authorised: typeof authorised
  captcha: typeof captcha
  'client-access': typeof clientAccess
  common: typeof common
  compose: typeof compose
  console: typeof console
  'console-compliance': typeof consoleCompliance
  'console-domains': typeof consoleDomains
  'console-exports': typeof consoleExports
  'console-groups': typeof consoleGroups
  'console-organisation': typeof consoleOrganisation
  'console-retention': typeof consoleRetention
  'console-watch': typeof consoleWatch
  feedback: typeof feedback
  folders: typeof folders
  groups: typeof groups
  home: typeof home
  imports: typeof imports
  labels: typeof labels
  list: typeof list
  lock: typeof lock
  login: typeof login
  migration: typeof migration
  notifications: typeof notifications
  passkeys: typeof passkeys
  passwords: typeof passwords
  protection: typeof protection
  'public-boxes': typeof publicBoxes
  policy: typeof policy
  profile: typeof profile
  reader: typeof reader
  records: typeof records
  rules: typeof rules
  search: typeof search
  session: typeof session
  second: typeof second
  settings: typeof settings
  shell: typeof shell
  shortcuts: typeof shortcuts
  signatures: typeof signatures
  skins: typeof skins
  smime: typeof smime
  templates: typeof templates
  todo: typeof todo
}

/** A feature that has texts of its own. */
export type Feature = keyof Files

/** One key for both forms of a number. */
type Counted<Name extends string> = Name extends `${infer Base}_${'one' | 'other'}` ? Base : Name

type Leaf<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? Counted<Name>
    : `${Name}.${Leaf<Tree[Name]>}`
}[keyof Tree & string]

/** A key with the name of its feature. */
export type FullKey = { [Name in Feature]: `${Name}:${Leaf<Files[Name]>}` }[Feature]

/** What `t` of a feature finds: its own texts by their name, those of another by `feature:name`. */
export type TextKey<Own extends Feature = 'common'> = Leaf<Files[Own]> | FullKey

/** A key that is made from data, as in `colors.${number}`: no type knows it. The test of the texts looks for its beginning. */
export const madeKey = (key: string) => key as never
