import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Draws what came as rows, one element each. */
const drawRows = `
const draw = (rows) => document.querySelector('[role=grid]').append(...rows.map(({ id, text }) => {
  const row = document.createElement('div')
  row.role = 'row'
  row.dataset.id = id
  row.textContent = text
  return row
}))
const ask = async () => draw(await (await fetch('/rows')).json())`

const links = Array.from(
  { length: 10 },
  (_, id) => `<div role="row" data-id="${id}"><a href="#${id}">第 ${id} 封</a></div>`,
)

/**
 * Pages of one file, without a library and without styles, each with the least of what a person waits for in ours: what the browser
 * itself takes for it on this machine, measured by the same script (watch-page.ts).
 */
const pages: Record<string, string> = {
  '/paint': `<h1>登录</h1><p>${'没有样式，没有脚本。'.repeat(24)}</p>`,
  '/submit': `<form><input name="username"><input name="password" type="password"><button type="submit">登录</button></form>
<div role="grid"></div>
<script>${drawRows}
onsubmit = (event) => { event.preventDefault(); ask() }
</script>`,
  '/visit': `<div role="grid"></div><script>${drawRows}
ask()
</script>`,
  '/click': `<div role="grid">${links.join('')}</div>
<article><iframe sandbox="allow-same-origin"></iframe></article>
<script>
onclick = async (event) => {
  const { id } = event.target.closest('[data-id]').dataset
  document.querySelector('iframe').srcdoc = await (await fetch('/mail?' + id)).text()
}
</script>`,
}

const rows = JSON.stringify(
  Array.from({ length: 15 }, (_, id) => ({
    id,
    text: `发件人 ${id} 主题 ${id} ${'内容'.repeat(20)}`,
  })),
)

/** As long as a short mail. */
const mailOf = (query: string): string => `<p>第 ${query} 封：${'这是正文。'.repeat(120)}</p>`

export interface Floor {
  url: string
  stop(): Promise<void>
}

/** With this, the browser begins a page in a process of its own, unless the page before had it too. */
const apart = 'cross-origin-opener-policy'

/** Serves them on this machine, as the product at `url` is served. */
export async function serveFloor(url: string): Promise<Floor> {
  const policy = (await fetch(url)).headers.get(apart)
  const server = createServer((request, response) => {
    const [path = '/', query = ''] = (request.url ?? '/').split('?')
    const page = pages[path]
    const found = page === undefined ? answers[path]?.(query) : whole(page)
    response.statusCode = found === undefined ? 404 : 200
    response.setHeader(
      'content-type',
      `${path === '/rows' ? 'application/json' : 'text/html'}; charset=utf-8`,
    )
    response.setHeader('cache-control', 'no-cache')
    if (policy !== null) response.setHeader(apart, policy)
    response.end(found ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const answers: Record<string, (query: string) => string> = { '/rows': () => rows, '/mail': mailOf }

const whole = (inside: string): string =>
  `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>空页</title></head><body>${inside}</body></html>`
