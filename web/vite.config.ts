import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The mail pages and, as a page of its own inside a frame, the editor. */
const pages = ['index.html', 'editor.html'].map(here).filter((page) => existsSync(page))

/** Libraries of the first screen; those of the reader and the composer stay with them. */
const eagerLibraries =
  /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack|zustand|i18next|react-i18next|use-sync-external-store)[\\/]/

// biome-ignore lint/style/noDefaultExport: Vite asks for it
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [react(), withoutSchemas(), compressed()],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    // The content security policy allows no inline script and no data: modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages,
      output: {
        codeSplitting: {
          groups: [
            // Changes rarely: stays in the browser's cache when the product is updated.
            { name: 'vendor', test: eagerLibraries },
            { name: 'zh', test: /[\\/]locales[\\/]zh[\\/]/ },
            { name: 'en', test: /[\\/]locales[\\/]en[\\/]/ },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: false },
})

/** The browser reads method and path from the contract; its zod schemas stay on the server (lib/zod-stub.ts). */
function withoutSchemas(): Plugin {
  return {
    name: 'hongyan-without-schemas',
    enforce: 'pre',
    resolveId: (source) => (source === 'zod' ? here('src/lib/zod-stub.ts') : null),
  }
}

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses while answering. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  return {
    name: 'hongyan-compressed',
    apply: 'build',
    closeBundle: async () => {
      const folder = here('dist')
      const files = await readdir(folder, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file))
      await Promise.all(
        texts.map(async (file) => {
          const path = join(folder, file)
          const bytes = await readFile(path)
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
          await writeFile(`${path}.br`, await brotli(bytes, quality))
          await writeFile(`${path}.gz`, await gz(bytes, { level: 9 }))
        }),
      )
    },
  }
}
