/**
 * Loaded into the server and each of its threads by `node --import` (`npm run hostile -- --memory FILE`): a line of JSON about what
 * each of them holds, in bytes, four times a second. It tells where the memory of a peak is, and costs some of it.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread, threadId } from 'node:worker_threads'

const { MEMORY_FILE: file } = process.env

if (file) setInterval(look, 250, file).unref()

function look(to: string): void {
  const { rss, ...held } = process.memoryUsage()
  const script = process.argv[1]
  const line = {
    at: Date.now(),
    thread: threadId,
    script,
    ...held,
    ...(isMainThread ? { rss } : {}),
  }
  appendFileSync(to, `${JSON.stringify(line)}\n`)
}
