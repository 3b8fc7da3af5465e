import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Outline, type OutlineTexts, outlineVersion } from './outline.ts'

/** In the place of an outline that is too large to be kept, of which a few short texts are. */
export const notKept = 'null'

/** Kept outlines of contents, by their hash in hex. */
export async function keptOutlines(
  db: Db,
  blobs: readonly Buffer[],
): Promise<Map<string, Outline>> {
  const rows = await db.query(sql<{ blob: string; outline: Outline }>`
    SELECT encode(blob, 'hex') AS blob, outline FROM message_outlines
    WHERE blob = ANY(${blobs}::bytea[]) AND version = ${outlineVersion} AND outline::text <> ${notKept}`)
  return new Map(rows.map(({ blob, outline }) => [blob, outline]))
}

/** Keeps outlines of contents that are still there. */
export const keepOutlines = (
  db: Db,
  list: readonly (OutlineTexts & { blob: Buffer })[],
): Promise<number> =>
  db.run(sql`
    INSERT INTO message_outlines AS o (blob, version, outline, envelope, structure, fields)
    SELECT b.hash, ${outlineVersion}, x.outline::json, x.envelope, x.structure, x.fields::json
    FROM unnest(${list.map(({ blob }) => blob)}::bytea[], ${list.map(({ outline }) => outline)}::text[],
      ${list.map(({ envelope }) => envelope)}::text[], ${list.map(({ structure }) => structure)}::text[],
      ${list.map(({ fields }) => fields)}::text[]) AS x (blob, outline, envelope, structure, fields)
    JOIN blobs b ON b.hash = x.blob ORDER BY b.hash FOR KEY SHARE OF b
    ON CONFLICT (blob) DO UPDATE SET version = EXCLUDED.version, outline = EXCLUDED.outline,
      envelope = EXCLUDED.envelope, structure = EXCLUDED.structure, fields = EXCLUDED.fields`)
