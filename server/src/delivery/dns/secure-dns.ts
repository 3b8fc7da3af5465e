import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'
import dns2 from 'dns2'
import { slowWork } from '../../platform/db/slow-work.ts'
import { DnsError } from './dns-error.ts'

const { Packet } = dns2

/** Numbers of record types (RFC 1035 §3.2.2, RFC 6698 §7.1). */
const types = { A: 1, MX: 15, AAAA: 28, TLSA: 52 } as const
export type SecureType = keyof typeof types

/** `secure`: the resolver checked the signatures of the whole answer (RFC 4035 §3.2.3, the AD bit). */
export interface SecureAnswer {
  secure: boolean
  /** What a TLSA record holds, as it is; of other types only how many there are matters. */
  records: Buffer[]
}

/** Asks a resolver that checks signatures, over a way on which nobody else can write. */
export interface SecureDns {
  /** An absent name or type is an answer without records. @throws DnsError */
  query(name: string, type: SecureType): Promise<SecureAnswer>
}

const patience = 4_000
const mostBytes = 65_535
const header = 12
/** The second byte of flags, and AD in it (RFC 4035 §3.2.3): the library types neither. */
const flags = 3
const authentic = 0x20

/** @param server `host:port`, an address of this machine or of the own network */
export function createSecureDns(server: string): SecureDns {
  const at = server.lastIndexOf(':')
  const host = server.slice(0, at).replace(/^\[|\]$/g, '')
  const place = { host, port: Number(server.slice(at + 1)) }
  return {
    query: async (name, type) => {
      slowWork('the network')
      const question = questionOf(name, type)
      const short = await overUdp(place, question)
      const answer = isCut(short) ? await overTcp(place, question) : short
      return readAnswer(answer, { name, type })
    },
  }
}

interface Place {
  host: string
  port: number
}

function questionOf(name: string, type: SecureType): Buffer {
  const packet = new Packet()
  packet.header.id = randomInt(65_536)
  packet.header.rd = 1
  packet.questions.push(new Packet.Question(name, types[type], Packet.CLASS.IN))
  const bytes = packet.toBuffer()
  // RFC 6840 §5.7: whoever asks with AD wants to know.
  bytes.writeUInt8((bytes[flags] ?? 0) | authentic, flags)
  return bytes
}

/** Answers to other questions, and from elsewhere, are passed over. */
function overUdp({ host, port }: Place, question: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
    const end = (done: () => void) => {
      clearTimeout(timer)
      socket.removeAllListeners()
      socket.on('error', () => undefined)
      socket.close()
      done()
    }
    const timer = setTimeout(() => end(() => reject(new DnsError('ETIMEOUT', host))), patience)
    socket.once('error', () => end(() => reject(new DnsError('ECONNREFUSED', host))))
    socket.on('message', (answer) => {
      if (isAnswerTo(question, answer)) end(() => resolve(answer))
    })
    // Connected: the system drops what another address sends.
    socket.connect(port, host, () => socket.send(question))
  })
}

function overTcp(place: Place, question: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(place)
    const chunks: Buffer[] = []
    const end = (done: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      done()
    }
    const fail = (code: string) => end(() => reject(new DnsError(code, place.host)))
    const timer = setTimeout(() => fail('ETIMEOUT'), patience)
    socket.on('error', () => fail('ECONNREFUSED'))
    socket.on('close', () => fail('ECONNREFUSED'))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      if (bytes.length > mostBytes + 2) return fail('EBADRESP')
      if (bytes.length < 2 || bytes.length < 2 + bytes.readUInt16BE(0)) return
      const answer = bytes.subarray(2, 2 + bytes.readUInt16BE(0))
      if (isAnswerTo(question, answer)) end(() => resolve(answer))
      else fail('EBADRESP')
    })
    const length = Buffer.alloc(2)
    length.writeUInt16BE(question.length)
    socket.write(Buffer.concat([length, question]))
  })
}

/** The same number and the same question, whose letters come back as they were. */
const isAnswerTo = (question: Buffer, answer: Buffer): boolean =>
  answer.length >= question.length &&
  answer.readUInt16BE(0) === question.readUInt16BE(0) &&
  ((answer[2] ?? 0) & 0x80) !== 0 &&
  answer.subarray(header, question.length).toString('latin1').toLowerCase() ===
    question.subarray(header).toString('latin1').toLowerCase()

/** More than fits (RFC 1035 §4.1.1, TC). */
const isCut = (answer: Buffer): boolean => ((answer[2] ?? 0) & 0x02) !== 0

const nameError = 3

function readAnswer(
  bytes: Buffer,
  { name, type }: { name: string; type: SecureType },
): SecureAnswer {
  let packet: InstanceType<typeof Packet>
  try {
    packet = Packet.parse(bytes)
  } catch {
    throw new DnsError('EBADRESP', name)
  }
  const { rcode } = packet.header
  // SERVFAIL is what a resolver says of signatures that are wrong: nothing may be concluded from it.
  if (rcode !== 0 && rcode !== nameError) throw new DnsError('ESERVFAIL', name)
  if (packet.errors.length > 0) throw new DnsError('EBADRESP', name)
  const records = packet.answers
    .filter((one) => one.type === types[type])
    .map((one) => ('data' in one && Buffer.isBuffer(one.data) ? one.data : Buffer.alloc(0)))
  return { secure: ((bytes[flags] ?? 0) & authentic) !== 0, records }
}
