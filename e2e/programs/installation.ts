import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { clientAccess } from '@hongyan/contract/client-access'
import { ImapFlow } from 'imapflow'
import { type Api, connectApi } from '../durability/api.ts'
import { domain, makePeople, password, startProduct } from '../durability/product.ts'
import { freePort } from '../support/free-port.ts'

interface Ports {
  port: number
  tlsPort: number
}

/** The product, running, and an account whose code is known. */
export interface Installation {
  address: string
  code: string
  host: '127.0.0.1'
  /** The same account in a browser. */
  api: Api
  httpPort: number
  /** IMAP with STARTTLS, and with TLS from the first byte. */
  port: number
  tlsPort: number
  /** The same of POP3 and of submission. */
  pop3: Ports
  submission: Ports
  /** The server's certificate: a PEM file, for programs that look at it. */
  certificate: string
  fingerprints: { sha1: string; md5: string }
  /** For what programs keep. */
  folder: string
  /** A session that is in, to look with and to change things. */
  connect(): Promise<ImapFlow>
  stop(): Promise<void>
}

export async function startInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-programs-'))
  const [imap, pop3, submission] = [await freePorts(), await freePorts(), await freePorts()]
  const { port, tlsPort } = imap
  const environment = {
    HONGYAN_CONSOLE_PORT: '',
    HONGYAN_IMAP_PORT: String(port),
    HONGYAN_IMAPS_PORT: String(tlsPort),
    HONGYAN_POP3_PORT: String(pop3.port),
    HONGYAN_POP3S_PORT: String(pop3.tlsPort),
    HONGYAN_SUBMISSION_PORT: String(submission.port),
    HONGYAN_SUBMISSIONS_PORT: String(submission.tlsPort),
  }
  const data = join(folder, 'data')
  const product = await startProduct({ folder: data, environment })
  await makePeople({ folder: data, environment }, ['reader'])
  const address = `reader@${domain}`
  const api = connectApi(product.httpPort)
  await api.logIn(address, password)
  await api.get(clientAccess.stateByUser, { state: 1, password })
  const { password: code } = await api.get(clientAccess.generatePassword, {})
  const { pem, ...fingerprints } = await certificateOf(tlsPort)
  const certificate = join(folder, 'certificate.pem')
  await writeFile(certificate, pem)
  return {
    address,
    code,
    host: '127.0.0.1',
    api,
    httpPort: product.httpPort,
    port,
    tlsPort,
    pop3,
    submission,
    certificate,
    fingerprints,
    folder,
    connect: async () => {
      const flow = new ImapFlow({
        host: '127.0.0.1',
        port: tlsPort,
        secure: true,
        tls: { rejectUnauthorized: false },
        auth: { user: address, pass: code },
        logger: false,
      })
      await flow.connect()
      return flow
    },
    stop: async () => {
      await product.end('SIGTERM')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const freePorts = async (): Promise<Ports> => ({
  port: await freePort(),
  tlsPort: await freePort(),
})

async function certificateOf(port: number): Promise<{ pem: string; sha1: string; md5: string }> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve)
    socket.once('error', reject)
  })
  const { raw, fingerprint } = socket.getPeerCertificate()
  socket.destroy()
  const lines = raw.toString('base64').match(/.{1,64}/g) ?? []
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  const { createHash } = await import('node:crypto')
  const md5 = createHash('md5').update(raw).digest('hex').toUpperCase().match(/../g)?.join(':')
  return { pem, sha1: fingerprint.replaceAll(':', '').toLowerCase(), md5: md5 ?? '' }
}
