import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const typeAddress = 1
const typeText = 16
const noSuchName = 3

/** Where mail of another organisation is fetched from: on this machine. */
export const sourceHost = 'imap.example.test'

/**
 * A name server that knows two things: mail of `domain` comes from this machine (SPF, RFC 7208), for programs answer only
 * senders that somebody vouches for, and `sourceHost` is here.
 */
export async function startNameServer(
  domain: string,
): Promise<{ address: string; stop(): Promise<void> }> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question)
    const isText = name === domain && type === typeText
    const isHere = name === sourceHost && type === typeAddress
    const data = isText ? policy : isHere ? Buffer.from([127, 0, 0, 1]) : null
    socket.send(answerTo(question.subarray(0, end), { type, data }), port, address)
  })
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** A text, its length first. */
const policy = Buffer.from('\u0019v=spf1 ip4:127.0.0.1 -all')

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + size))
    at += size + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** RFC 1035 §4.1: the question once more, with the answer or with none. */
function answerTo(question: Buffer, { type, data }: { type: number; data: Buffer | null }): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(data ? 0x8180 : 0x8180 | noSuchName, 2)
  head.writeUInt16BE(data ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  if (!data) return head
  const record = Buffer.alloc(12)
  // The name of the question, its type, IN, a minute.
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(type, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, record, data])
}
