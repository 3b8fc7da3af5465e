import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Outline, outlineVersion } from './outline.ts'

/** Kept outlines of contents, by their hash in hex. */
export async function keptOutlines(
  db: Db,
  blobs: readonly Buffer[],
): Promise<Map<string, Outline>> {
  const rows = await db.query(sql<{ blob: string; outline: Outline }>`
    SELECT encode(blob, 'hex') AS blob, outline FROM message_outlines
    WHERE blob = ANY(${blobs}::bytea[]) AND version = ${outlineVersion}`)
  return new Map(rows.map(({ blob, outline }) => [blob, outline]))
}

/** Keeps outlines of contents that are still there. */
export const keepOutlines = (
  db: Db,
  list: readonly { blob: Buffer; text: string }[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO message_outlines AS o (blob, version, outline)
    SELECT b.hash, ${outlineVersion}, x.text::json
    FROM unnest(${list.map(({ blob }) => blob)}::bytea[], ${list.map(({ text }) => text)}::text[]) AS x (blob, text)
    JOIN blobs b ON b.hash = x.blob ORDER BY b.hash FOR KEY SHARE OF b
    ON CONFLICT (blob) DO UPDATE SET version = EXCLUDED.version, outline = EXCLUDED.outline`)
