import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { databaseUrlOf, startProduct } from '../durability/product.ts'
import type { Installation } from './fixtures.ts'
import { freePort } from './free-port.ts'

/** A process of the same installation whose assistant asks a model, and that model, which says what a test wants. */
export interface ModelHouse {
  url: string
  /** Waits for the next question to the model; what is said to it goes out at once. */
  asked(): Promise<ModelLine>
  /** Nobody listens there any more, and what was being said breaks off. */
  endModel(): Promise<void>
  beginModel(): Promise<void>
  endProduct(): Promise<void>
  beginProduct(): Promise<void>
  stop(): Promise<void>
}

export interface ModelLine {
  say(delta: Record<string, unknown>): void
  done(): void
}

export async function startModelHouse({
  folder,
  environment,
}: Pick<Installation, 'folder' | 'environment'>): Promise<ModelHouse> {
  const lines: ModelLine[] = []
  const wakes: (() => void)[] = []
  const [modelPort, httpPort] = [await freePort(), await freePort()]
  const beginModel = async (): Promise<Server> => {
    const server = createServer((request, response) => {
      request.resume()
      lines.push(lineOf(response))
      for (const wake of wakes.splice(0)) wake()
    })
    server.listen(modelPort, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const beginProduct = () =>
    startProduct({
      folder,
      environment: {
        ...environment,
        DATABASE_URL: databaseUrlOf(folder),
        HONGYAN_ROLES: 'web',
        HONGYAN_HTTP_PORT: String(httpPort),
        HONGYAN_AI_URL: `http://127.0.0.1:${modelPort}/v1`,
        HONGYAN_AI_MODEL: 'stand-in',
      },
    })
  let model = await beginModel()
  let product = await beginProduct()
  const house: ModelHouse = {
    url: `http://127.0.0.1:${httpPort}`,
    asked: async () => {
      for (;;) {
        const line = lines.shift()
        if (line) return line
        await new Promise<void>((resolve) => wakes.push(resolve))
      }
    },
    endModel: async () => {
      const gone = once(model, 'close')
      model.close()
      model.closeAllConnections()
      await gone
    },
    beginModel: async () => {
      model = await beginModel()
    },
    endProduct: async () => {
      await product.end('SIGTERM')
    },
    beginProduct: async () => {
      product = await beginProduct()
    },
    stop: async () => {
      await house.endProduct()
      if (model.listening) await house.endModel()
    },
  }
  return house
}

function lineOf(response: ServerResponse): ModelLine {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const event = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  return {
    say: (delta) => event({ choices: [{ index: 0, delta, finish_reason: null }] }),
    done: () => {
      event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
      response.end('data: [DONE]\n\n')
    },
  }
}
