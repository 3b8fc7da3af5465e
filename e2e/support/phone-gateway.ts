import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { databaseUrlOf, type Product, startProduct } from '../durability/product.ts'

/** A process of the same installation that can write to phones, and what it wrote. */
export interface PhoneHouse {
  url: string
  /** Waits for the code that reaches a phone; each is handed out once. */
  codeFor(phone: string): Promise<string>
  stop(): Promise<void>
}

export async function startPhoneHouse(folder: string): Promise<PhoneHouse> {
  const texts: { phone: string; code: string }[] = []
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
      DATABASE_URL: databaseUrlOf(folder),
      HONGYAN_ROLES: 'web',
      HONGYAN_CAPTCHA: 'off',
      HONGYAN_SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`,
      HONGYAN_SMS_BODY: '{"phone":"{phone}","code":"{code}"}',
    },
  })
  return {
    url: `http://127.0.0.1:${product.httpPort}`,
    codeFor: async (phone) => {
      for (;;) {
        const at = texts.findIndex((one) => one.phone === phone)
        const [found] = at < 0 ? [] : texts.splice(at, 1)
        if (found) return found.code
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    stop: async () => {
      await product.end('SIGTERM')
      gateway.close()
    },
  }
}
