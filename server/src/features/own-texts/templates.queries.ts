import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

export interface TemplateRow {
  id: number
  name: string
  subject: string
  content: string
  preview: string
  paper: string
  pictureIds: number[]
}

/** Without the texts, which may be long. */
export const templatesOf = (
  db: Db,
  accountId: AccountId,
): Promise<Pick<TemplateRow, 'id' | 'name' | 'subject' | 'preview' | 'paper'>[]> =>
  db.query(sql<TemplateRow>`
    SELECT id, name, subject, preview, paper FROM letter_templates
    WHERE account_id = ${accountId} ORDER BY name, id`)

export async function templateById(
  db: Db,
  accountId: AccountId,
  id: number,
): Promise<TemplateRow | null> {
  const [row] = await db.query(sql<TemplateRow>`
    SELECT id, name, subject, content, preview, paper, picture_ids AS "pictureIds" FROM letter_templates
    WHERE account_id = ${accountId} AND id = ${id}`)
  return row ?? null
}

type NewTemplate = Omit<TemplateRow, 'id'>

export async function insertTemplate(
  db: Db,
  accountId: AccountId,
  one: NewTemplate,
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO letter_templates (account_id, name, subject, content, preview, paper, picture_ids)
    VALUES (${accountId}, ${one.name}, ${one.subject}, ${one.content}, ${one.preview}, ${one.paper},
      ${one.pictureIds}::bigint[]) RETURNING id`)
  return row?.id ?? 0
}

export const updateTemplate = (db: Db, accountId: AccountId, one: TemplateRow): Promise<number> =>
  db.run(sql`
    UPDATE letter_templates SET name = ${one.name}, subject = ${one.subject}, content = ${one.content},
      preview = ${one.preview}, paper = ${one.paper}, picture_ids = ${one.pictureIds}::bigint[]
    WHERE account_id = ${accountId} AND id = ${one.id}`)

export const deleteTemplate = (db: Db, accountId: AccountId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM letter_templates WHERE account_id = ${accountId} AND id = ${id}`)

export interface PaperRow {
  id: number
  name: string
  pictureId: number
}

export const papersOf = (db: Db, accountId: AccountId): Promise<PaperRow[]> =>
  db.query(sql<PaperRow>`
    SELECT id, name, picture_id AS "pictureId" FROM letter_papers WHERE account_id = ${accountId} ORDER BY id`)

export async function insertPaper(
  db: Db,
  accountId: AccountId,
  { name, pictureId }: Omit<PaperRow, 'id'>,
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO letter_papers (account_id, name, picture_id) VALUES (${accountId}, ${name}, ${pictureId})
    RETURNING id`)
  return row?.id ?? 0
}

export const deletePaper = (db: Db, accountId: AccountId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM letter_papers WHERE account_id = ${accountId} AND id = ${id}`)
