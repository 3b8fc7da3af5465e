import { decodeTnef } from '@hongyan/mime/tnef'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { AppError } from '../../platform/errors.ts'

/** Messages in messages are followed so far. */
export const maxNesting = 4

/**
 * The bytes of a part: `2` is a section of the message, `2/1.3` section 1.3 of the message that section 2 holds,
 * `2/t0` the first file of the winmail.dat in section 2.
 * @throws item.not-found
 */
export async function openPart(
  mailstore: Pick<Mailstore, 'decode'>,
  raw: Buffer,
  path: string,
): Promise<Buffer> {
  const steps = path.split('/')
  if (steps.length > maxNesting) throw new AppError('item.not-found')
  let bytes: Buffer | null = raw
  for (const step of steps) {
    bytes = bytes && (await openStep(mailstore, bytes, step))
  }
  if (!bytes) throw new AppError('item.not-found')
  return bytes
}

async function openStep(
  mailstore: Pick<Mailstore, 'decode'>,
  bytes: Buffer,
  step: string,
): Promise<Buffer | null> {
  const packed = /^t(\d{1,3})$/.exec(step)?.[1]
  if (packed === undefined) return (await mailstore.decode(bytes, [step]))[0] ?? null
  const file = decodeTnef(bytes)?.attachments[Number(packed)]
  return file ? Buffer.from(file.bytes) : null
}
