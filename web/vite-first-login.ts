import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'

interface FirstLogin {
  firstAsHtml(): Promise<Record<string, string>>
}

/**
 * Writes the login screen into the page, and what is said when the libraries fail, once for each language, drawn by the very components that take it over
 * (web/src/features/login/first-form.ts). In templates: nothing of it is there before a script knows that nobody is signed in.
 */
export function firstLogin(): Plugin {
  return {
    name: 'hongyan-first-login',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (_, { path }) => {
        if (!path.endsWith('/index.html')) return []
        return Object.entries(await drawn()).map(([id, html]) => ({
          tag: 'template',
          attrs: { id },
          children: html,
          injectTo: 'body' as const,
        }))
      },
    },
  }
}

/** Drawn in this process: a server that listens to nobody reads the modules as the build does. */
async function drawn(): Promise<Record<string, string>> {
  const server = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    plugins: [react()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false, hmr: false },
  })
  try {
    const page = (await server.ssrLoadModule('/src/app/first-login.tsx')) as FirstLogin
    return await page.firstAsHtml()
  } finally {
    await server.close()
  }
}
