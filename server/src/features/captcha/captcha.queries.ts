import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'

export interface Asked {
  id: string
  kind: string
  network: string
  answer: string
  seconds: number
}

export const insertCaptcha = (db: Db, asked: Asked): Promise<number> =>
  db.run(sql`
    INSERT INTO captchas (id, kind, network, answer, expires_at)
    VALUES (${asked.id}, ${asked.kind}, ${asked.network}, ${asked.answer}, now() + make_interval(secs => ${asked.seconds}))`)

/** Takes a question away, so that of many answers at once one is judged (T18). */
export async function takeCaptcha(
  db: Db,
  id: string,
  network: string,
): Promise<{ kind: string; answer: string } | null> {
  const [row] = await db.query(sql<{ kind: string; answer: string }>`
    DELETE FROM captchas WHERE id = ${id} AND network = ${network} AND pass_hash IS NULL AND expires_at > now()
    RETURNING kind, answer`)
  return row ?? null
}

export const insertPass = (
  db: Db,
  pass: { id: string; hash: Buffer; network: string; seconds: number },
): Promise<number> =>
  db.run(sql`
    INSERT INTO captchas (id, kind, network, answer, pass_hash, expires_at)
    VALUES (${pass.id}, 'pass', ${pass.network}, '', ${pass.hash}, now() + make_interval(secs => ${pass.seconds}))`)

/** @returns 1 for whoever comes first, within its time and from its network */
export const spendPass = (db: Db, hash: Buffer, network: string): Promise<number> =>
  db.run(sql`
    DELETE FROM captchas WHERE pass_hash = ${hash} AND network = ${network} AND expires_at > now()`)

export const sweepCaptchas = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM captchas WHERE expires_at < now()`)
