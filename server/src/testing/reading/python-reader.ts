import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { personLine, type ReadMail } from './read-mail.ts'

const script = fileURLToPath(new URL('read-mail.py', import.meta.url))
const run = promisify(execFile)

const people = z.array(z.object({ name: z.string(), address: z.string() }))
const answer = z.object({
  subject: z.string(),
  from: people,
  to: people,
  cc: people,
  bcc: people,
  messageId: z.string(),
  inReplyTo: z.string(),
  references: z.array(z.string()),
  date: z.string(),
  text: z.string(),
  html: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      disposition: z.string(),
      contentId: z.string().nullable(),
      base64: z.string(),
    }),
  ),
  headers: z.array(z.tuple([z.string(), z.string()])),
  defects: z.array(z.string()),
})

/** Whether this machine has a Python that can read mail; nobody needs one for anything else. */
export const hasPython = await run('python3', [
  '-c',
  'import sys; sys.exit(sys.version_info < (3, 6))',
]).then(
  () => true,
  () => false,
)

/** The mail as Python's `email` package reads it. @throws when it finds a defect in it */
export async function readByPython(raw: Buffer): Promise<ReadMail> {
  const reading = run('python3', [script], { maxBuffer: 256 * 1024 * 1024 })
  reading.child.stdin?.end(raw)
  const { stdout } = await reading
  const mail = answer.parse(JSON.parse(stdout))
  if (mail.defects.length > 0) throw new Error(`Python finds ${mail.defects.join(', ')}`)
  const lines = (list: z.infer<typeof people>) =>
    list.map(({ name, address }) => personLine(name, address))
  return {
    ...mail,
    reader: 'python',
    from: lines(mail.from),
    to: lines(mail.to),
    cc: lines(mail.cc),
    bcc: lines(mail.bcc),
    date: new Date(mail.date).toISOString(),
    files: mail.files.map(({ base64, ...file }) => ({
      ...file,
      bytes: Buffer.from(base64, 'base64'),
    })),
    headers: new Map(mail.headers),
  }
}
