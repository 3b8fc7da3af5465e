import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { databaseUrlOf, type Product, startProduct } from '../durability/product.ts'
import type { Installation } from './fixtures.ts'
import { inDatabase } from './in-database.ts'

/** A process of the same installation that can write to phones, and what it wrote. */
export interface PhoneHouse {
  url: string
  /** Waits for the code that reaches a phone; each is handed out once. */
  codeFor(phone: string): Promise<string>
  /** The minute before new mail is told of passes; waits for the words that reach a phone. */
  newsFor(phone: string): Promise<string>
  stop(): Promise<void>
}

export async function startPhoneHouse({
  folder,
  environment,
}: Pick<Installation, 'folder' | 'environment'>): Promise<PhoneHouse> {
  const texts: { phone: string; code: string; text: string }[] = []
  const next = async (phone: string, isCode: boolean) => {
    for (;;) {
      const at = texts.findIndex((one) => one.phone === phone && (one.code !== '') === isCode)
      const [found] = at < 0 ? [] : texts.splice(at, 1)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const gateway = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    texts.push(JSON.parse(Buffer.concat(parts).toString()))
    response.end()
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const product: Product = await startProduct({
    folder,
    environment: {
      // Its outbox sends what waits by the same ways.
      ...environment,
      DATABASE_URL: databaseUrlOf(folder),
      HONGYAN_ROLES: 'web,worker',
      HONGYAN_CAPTCHA: 'off',
      HONGYAN_SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`,
      HONGYAN_SMS_BODY: '{"phone":"{phone}","code":"{code}","text":"{text}"}',
    },
  })
  return {
    url: `http://127.0.0.1:${product.httpPort}`,
    codeFor: async (phone) => (await next(phone, true)).code,
    newsFor: async (phone) => {
      await hasten(folder)
      return (await next(phone, false)).text
    },
    stop: async () => {
      await product.end('SIGTERM')
      gateway.close()
    },
  }
}

/** Waits until a notice has its time, which then is now. */
async function hasten(folder: string): Promise<void> {
  const pass = `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE 'sms-notice %'`
  while ((await inDatabase(folder, pass)) === 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
}
