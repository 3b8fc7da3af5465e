import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Records of one name. */
export interface ZoneRecords {
  A?: string[]
  AAAA?: string[]
  MX?: { exchange: string; priority: number }[]
  TXT?: string[]
  PTR?: string[]
  CNAME?: string
  /** What TLSA records hold (RFC 6698 §2.1). */
  TLSA?: Buffer[]
  /** The name is signed, and its signatures are right: answers carry AD. */
  signed?: boolean
  /** Its signatures are wrong: SERVFAIL. */
  bogus?: boolean
}

/** A DNS server for tests: answers over UDP from a map that a test may change at any time. */
export interface TestDnsServer {
  /** `127.0.0.1:port`, as HONGYAN_DNS takes it. */
  address: string
  zones: Record<string, ZoneRecords>
  /** Names and types that were asked, in order: `TXT example.org`. */
  queries: string[]
  /** While true, questions are read and never answered. */
  silent: boolean
  stop(): Promise<void>
}

const types: Record<number, 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR' | 'CNAME' | 'TLSA'> = {
  1: 'A',
  5: 'CNAME',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  52: 'TLSA',
}

export async function startDnsServer(
  zones: Record<string, ZoneRecords> = {},
): Promise<TestDnsServer> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: TestDnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    zones,
    queries: [],
    silent: false,
    stop: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query)
    server.queries.push(`${types[type] ?? type} ${name}`)
    if (server.silent) return
    const zone = server.zones[name]
    const answers = zone ? recordsOf(zone, type) : []
    socket.send(reply(query.subarray(0, end), { answers, zone }), peer.port, peer.address)
  })
  return server
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

interface AnswerRecord {
  type: number
  data: Buffer
}

function recordsOf(zone: ZoneRecords, type: number): AnswerRecord[] {
  const named = types[type]
  if (zone.CNAME && named !== 'CNAME') return [{ type: 5, data: encodeName(zone.CNAME) }]
  switch (named) {
    case 'A':
      return (zone.A ?? []).map((ip) => ({ type, data: Buffer.from(ip.split('.').map(Number)) }))
    case 'AAAA':
      return (zone.AAAA ?? []).map((ip) => ({ type, data: encodeIpv6(ip) }))
    case 'MX':
      return (zone.MX ?? []).map((mx) => ({ type, data: encodeMx(mx) }))
    case 'TXT':
      return (zone.TXT ?? []).map((text) => ({ type, data: encodeText(text) }))
    case 'PTR':
      return (zone.PTR ?? []).map((name) => ({ type, data: encodeName(name) }))
    case 'CNAME':
      return zone.CNAME ? [{ type, data: encodeName(zone.CNAME) }] : []
    case 'TLSA':
      return (zone.TLSA ?? []).map((data) => ({ type, data }))
    default:
      return []
  }
}

function reply(
  question: Buffer,
  { answers, zone }: { answers: AnswerRecord[]; zone: ZoneRecords | undefined },
): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  const outcome = zone ? (zone.bogus ? 2 : 0) : 3
  header.writeUInt16BE(0x8580 | (zone?.signed ? 0x20 : 0) | outcome, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question.subarray(12), ...answers.map(encodeRecord)])
}

function encodeRecord({ type, data }: AnswerRecord): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter(Boolean)
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ])
}

function encodeMx({ exchange, priority }: { exchange: string; priority: number }): Buffer {
  const head = Buffer.alloc(2)
  head.writeUInt16BE(priority)
  return Buffer.concat([head, encodeName(exchange)])
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let at = 0; at < Math.max(1, bytes.length); at += 255) {
    const piece = bytes.subarray(at, at + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  return Buffer.concat(pieces)
}

function encodeIpv6(ip: string): Buffer {
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
