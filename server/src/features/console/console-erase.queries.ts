import type { Db } from '../../platform/db/pool.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'

/**
 * What is an account's own and goes with it. Not here: what leaves or has left in its name (`submissions`,
 * `authorised_mails`), what others decided or wrote about (`approvals` and its tables, `feedback`), addresses that nobody
 * else gets (`former_addresses`), what was learnt about spam (`bayes_mails`), and what ends by itself: the log after 30 days
 * (`activity`), searches for a wave after 100 (`protection_wave_copies`).
 */
export const accountTables: Record<string, Sql> = {
  auto_answers: sql`auto_answers`,
  auto_replied: sql`auto_replied`,
  box_answering: sql`box_answering`,
  box_mail: sql`box_mail`,
  bulk_moves: sql`bulk_moves`,
  bulk_actions: sql`bulk_actions`,
  client_access: sql`client_access`,
  client_devices: sql`client_devices`,
  correspondent_keys: sql`correspondent_keys`,
  correspondents: sql`correspondents`,
  drafts: sql`drafts`,
  filed_copies: sql`filed_copies`,
  letter_papers: sql`letter_papers`,
  letter_templates: sql`letter_templates`,
  mail_group_members: sql`mail_group_members`,
  mail_group_rule_members: sql`mail_group_rule_members`,
  mail_imports: sql`mail_imports`,
  mail_migration_seen: sql`mail_migration_seen`,
  mail_migrations: sql`mail_migrations`,
  mail_rules: sql`mail_rules`,
  memberships: sql`memberships`,
  open_uploads: sql`open_uploads`,
  picture_cache: sql`picture_cache`,
  picture_senders: sql`picture_senders`,
  protection_report_people: sql`protection_report_people`,
  protection_senders: sql`protection_senders`,
  push_subscriptions: sql`push_subscriptions`,
  rule_runs: sql`rule_runs`,
  policy_answers: sql`policy_answers`,
  saved_searches: sql`saved_searches`,
  sending_holds: sql`sending_holds`,
  signature_choices: sql`signature_choices`,
  signatures: sql`signatures`,
  smime_challenges: sql`smime_challenges`,
  smime_keys: sql`smime_keys`,
  smime_peers: sql`smime_peers`,
  scim_people: sql`scim_people`,
  sms_notices: sql`sms_notices`,
  todos: sql`todos`,
  assistant_requests: sql`assistant_requests`,
  message_labels: sql`message_labels`,
  label_counts: sql`label_counts`,
  label_words: sql`label_words`,
  labels: sql`labels`,
  folder_days: sql`folder_days`,
  thread_members: sql`thread_members`,
  sent_to: sql`sent_to`,
  search_due: sql`search_due`,
  file_texts: sql`file_texts`,
  message_search: sql`message_search`,
  folders: sql`folders`,
  changes: sql`changes`,
  sessions: sql`sessions`,
  retention_rule_people: sql`retention_rule_people`,
}

/** What is a person's own, wherever it lies. */
export const userTables: Record<string, Sql> = {
  half_logins: sql`half_logins`,
  memberships: sql`memberships`,
  box_answering: sql`box_answering`,
  old_passwords: sql`old_passwords`,
  passkeys: sql`passkeys`,
  recovery_codes: sql`recovery_codes`,
  sso_identities: sql`sso_identities`,
  trusted_browsers: sql`trusted_browsers`,
  sessions: sql`sessions`,
}

/** Takes all that is somebody's own, after contents and mail; the two rows stay for what refers to them. */
export async function erasePerson(
  db: Db,
  { accountId, userId }: { accountId: AccountId; userId: UserId },
): Promise<void> {
  for (const table of Object.values(accountTables))
    await db.run(sql`DELETE FROM ${table} WHERE account_id = ${accountId}`)
  for (const table of Object.values(userTables))
    await db.run(sql`DELETE FROM ${table} WHERE user_id = ${userId}`)
  await db.run(sql`
    DELETE FROM approval_deputies WHERE account_id = ${accountId} OR deputy_id = ${accountId}`)
  await db.run(sql`DELETE FROM approval_choices WHERE account_id = ${accountId}`)
  await db.run(sql`
    UPDATE users SET deleted_at = now(), disabled_at = coalesce(disabled_at, now()), department_id = NULL,
      is_admin = false, console_role = NULL, console_department = NULL, password_hash = '', duties = '', phone = '',
      nickname = '', name_keys = '{}', settings = '{}', totp_secret = NULL, totp_since = NULL, bound_phone = NULL,
      second_by_phone = false, second_by_passkey = false, directory_id = NULL, directory_words = NULL, login_by = 'own'
    WHERE id = ${userId}`)
  await db.run(sql`
    UPDATE accounts SET disabled_at = coalesce(disabled_at, now()), used_bytes = 0,
      address = 'deleted-' || id || '@deleted.invalid'
    WHERE id = ${accountId}`)
}
