import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** What a browser was asked, as far as an authenticator looks at it. */
interface Asked {
  challenge: string
  rp?: { id?: string }
  rpId?: string
  user?: { id: string }
}

/** How one answer differs from an honest one. */
export interface Dishonest {
  origin?: string
  rpId?: string
  type?: string
  verified?: boolean
  counter?: number
  userHandle?: string
  signature?: Buffer
  id?: string
}

/** An authenticator in software (WebAuthn §6): one P-256 key, whose answers may be bent. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url')
  counter = 0
  private handle = ''
  private readonly privateKey: KeyObject
  private readonly cose: Buffer

  private readonly origin: string

  constructor(origin: string) {
    this.origin = origin
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.privateKey = pair.privateKey
    const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' })
    // COSE_Key (RFC 9053 §7.1.1): EC2, ES256, P-256.
    this.cose = cbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }

  /** RegistrationResponseJSON. */
  create(asked: Asked, bent: Dishonest = {}) {
    this.handle = asked.user?.id ?? ''
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = Buffer.concat([
      this.head(bent.rpId ?? asked.rp?.id ?? '', 0x40, bent),
      Buffer.alloc(16),
      length,
      id,
      this.cose,
    ])
    const attestation = new Map<string, CborValue>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.credential(bent),
      response: {
        clientDataJSON: this.client('webauthn.create', asked, bent).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** AuthenticationResponseJSON. */
  get(asked: Asked, bent: Dishonest = {}) {
    this.counter = bent.counter ?? this.counter + 1
    const authData = this.head(bent.rpId ?? asked.rpId ?? '', 0, bent)
    const client = this.client('webauthn.get', asked, bent)
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
    const signature = bent.signature ?? createSign('sha256').update(signed).sign(this.privateKey)
    return {
      ...this.credential(bent),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: bent.userHandle ?? this.handle,
      },
    }
  }

  private credential({ id = this.id }: Dishonest) {
    return { id, rawId: id, type: 'public-key' as const }
  }

  private client(type: string, { challenge }: Asked, bent: Dishonest): Buffer {
    const { origin = this.origin } = bent
    return Buffer.from(JSON.stringify({ type: bent.type ?? type, challenge, origin }))
  }

  /** Hash of the host, flags (user present, and verified unless bent), counter (§6.1). */
  private head(rpId: string, flags: number, { verified = true }: Dishonest): Buffer {
    const rest = Buffer.alloc(5)
    rest[0] = flags | 0x01 | (verified ? 0x04 : 0)
    rest.writeUInt32BE(this.counter, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
  }
}

type CborValue = number | string | Buffer | Map<number | string, CborValue>

/** As much of CBOR (RFC 8949 §3) as an attestation needs. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? header(1, -1 - value) : header(0, value)
  if (typeof value === 'string') return Buffer.concat([header(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([header(2, value.length), value])
  const pairs = [...value].flatMap(([name, one]) => [cbor(name), cbor(one)])
  return Buffer.concat([header(5, value.size), ...pairs])
}

function header(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
