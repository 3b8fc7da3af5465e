import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** Answers TXT questions about the given names; every other name does not exist (RFC 1035). */
export interface DnsServer {
  address: string
  close(): void
}

export async function startDns(records: Readonly<Record<string, string>>): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.on('message', (question, peer) => {
    const { name, end } = readName(question)
    const text = question.readUInt16BE(end) === 16 ? records[name.toLowerCase()] : undefined
    socket.send(answerTo(question.subarray(0, end + 4), text), peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, close: () => socket.close() }
}

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function answerTo(question: Buffer, text: string | undefined): Buffer {
  const answer = Buffer.from(question)
  answer.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
  answer.writeUInt16BE(text === undefined ? 0 : 1, 6)
  answer.writeUInt32BE(0, 8)
  if (text === undefined) return answer
  const strings = (text.match(/.{1,255}/g) ?? []).map((one) => Buffer.from(`\0${one}`, 'latin1'))
  for (const one of strings) one[0] = one.length - 1
  const data = Buffer.concat(strings)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(16, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(3_600, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([answer, head, data])
}
