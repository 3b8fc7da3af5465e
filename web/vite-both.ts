import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { BuildOptions, Plugin } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** How both builds are made: the mail's and the console's. */
export const builtInto = (folder: string): BuildOptions => ({
  outDir: here(folder),
  emptyOutDir: true,
  target: 'es2023',
  // From here on browsers know light-dark(): turned into variables it would no longer follow an area's own scheme.
  cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  sourcemap: false,
  reportCompressedSize: false,
  // The content security policy allows no inline script and no data: modules.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
})

/** The texts that react-aria brings for 34 languages: ours are two. */
export function twoLanguages(): Plugin {
  const others = /[\\/]intl[\\/][a-z]+[\\/](?!zh-CN|en-US)[a-z]{2}-[A-Z]{2}\.mjs$/
  return {
    name: 'hongyan-two-languages',
    apply: 'build',
    load: { filter: { id: others }, handler: () => 'export default {}' },
  }
}

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses while answering. */
export function compressed(into: string): Plugin {
  const brotli = promisify(brotliCompress)
  const gz = promisify(gzip)
  return {
    name: 'hongyan-compressed',
    apply: 'build',
    closeBundle: async () => {
      const folder = here(into)
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
