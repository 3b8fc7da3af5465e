import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { builtInto, compressed, twoLanguages } from './vite-both.ts'
import { together } from './vite-chunks.ts'
import { contractForBrowser } from './vite-contract.ts'
import { firstLogin } from './vite-first-login.ts'
import { stylesFor } from './vite-first-styles.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The mail pages and, as a page of its own inside a frame, the editor. */
const pages = ['index.html', 'editor.html'].map(here).filter((page) => existsSync(page))

const first = here('src/main.ts')
const editor = here('src/editor/main.ts')
const app = here('src/app/start.tsx')
/** The first calls, and the first screen before the libraries; the app asks and draws with some of the same. */
const early = ['src/app/early.ts', 'src/app/first-screen/draw-first.ts'].map(here)
/** What is done with the mail of a list, once some is selected or pressed with the other button. */
const tools = ['bars/selection-bar.tsx', 'rows/row-menu.tsx'].map((one) =>
  here(`src/features/messages/list/${one}`),
)
const reader = here('src/features/messages/reader/reader-screen.tsx')

/** Libraries of the first screen; those of the reader and the composer stay with them. */
const eagerLibraries =
  /node_modules[\\/](?:react|react-dom|scheduler|@tanstack|zustand|use-sync-external-store)[\\/]/

// biome-ignore lint/style/noDefaultExport: Vite asks for it
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [
    react(),
    contractForBrowser(),
    twoLanguages(),
    firstLogin(),
    painted(),
    pdfData(),
    compressed('dist'),
  ],
  build: {
    ...builtInto('dist'),
    rolldownOptions: {
      input: pages,
      output: {
        codeSplitting: {
          // Otherwise a group takes along what the first script needs, and that would wait for the libraries.
          includeDependenciesRecursively: false,
          groups: [
            // Changes rarely: stays in the browser's cache when the product is updated.
            { name: 'vendor', test: eagerLibraries },
            // In one piece, so that its styles come before those of the screens that refine them.
            {
              name: 'ui',
              test: /[\\/]web[\\/]src[\\/](?:ui[\\/](?!tokens|base|heavy|mail-colors|letters|icons-later|pick-list|use-leaving|form-dialog)|lib[\\/](?:lazy-part|all-texts))/,
            },
            { name: 'icons-later', test: /[\\/]web[\\/]src[\\/]ui[\\/]icons-later/ },
            // Both pages need it, and neither before a mail is read or written.
            { name: 'purify', test: /[\\/](?:dompurify[\\/]|web[\\/]src[\\/]lib[\\/]trusted)/ },
            together('early', { entry: early, apartFrom: [first, editor] }),
            together('app', { entry: app, apartFrom: [first, editor] }),
            together('tools', { entry: tools, apartFrom: [app, editor] }),
            together('reader', { entry: reader, apartFrom: [app, editor] }),
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: false },
})

/**
 * Writes the styles of the first screens into the page: nothing is painted before them, and each file of them would be another
 * request. Those of the login form are read at once, all of them before anything else is drawn. The libraries are not named: they come after what is painted without them (main.ts).
 */
function painted(): Plugin {
  return {
    name: 'hongyan-painted',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle, path }) => {
        const chunks = Object.values(bundle ?? {})
          .filter((one) => one.type === 'chunk')
          .toSorted((one, other) => Number(other.name === 'ui') - Number(one.name === 'ui'))
        const start = chunks.find((one) => one.moduleIds.includes(app))
        if (!start) return []
        const entry = chunks.find((one) => one.facadeModuleId?.endsWith('/index.html'))
        if (entry?.imports.some((file) => !file.includes('rolldown-runtime')))
          throw new Error(`the first calls would wait for ${entry.imports.join(', ')}`)
        const editorPage = chunks.find((one) => one.facadeModuleId?.endsWith('/editor.html'))
        // The frame in which mail is written would start a second mailbox inside itself, and no editor.
        const brought = editorPage ? withImports(editorPage, chunks) : []
        if (brought.some((one) => one === start || one === entry))
          throw new Error(`the editor would bring ${brought.map((one) => one.name).join(', ')}`)
        // The frame has what it needs by its own script.
        if (!path.endsWith('/index.html')) return []
        const linked = /\s*<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g
        const needed = [start.fileName, ...start.imports]
        const styles = new Set([
          ...[...html.matchAll(linked)].map(([, file = '']) => file),
          ...chunks
            .filter((one) => needed.includes(one.fileName))
            .flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]),
        ])
        const all = [...styles].map((file) => styleOf(bundle?.[file])).join('')
        return {
          html: html.replace(linked, ''),
          tags: [
            {
              tag: 'style',
              attrs: { id: 'first-styles' },
              children: stylesFor(html, all),
              injectTo: 'head' as const,
            },
            // In their order, and read as styles once they take the place of those (app/all-styles.ts).
            {
              tag: 'template',
              attrs: { id: 'all-styles' },
              children: [{ tag: 'style', children: all }],
              injectTo: 'body-prepend' as const,
            },
            // Switched off, they are never fetched, and whatever wants them finds them there.
            ...[...styles].map((file) => ({
              tag: 'link',
              attrs: { rel: 'stylesheet', disabled: true, href: `./${file}` },
              injectTo: 'head' as const,
            })),
            // On its way with the first script, which asks for it as soon as nobody has to sign in.
            ...chunks
              .filter((one) => one.name === 'early')
              .flatMap((one) => [one.fileName, ...one.imports])
              .filter((file) => file !== entry?.fileName)
              .map((file) => ({
                tag: 'link',
                attrs: { rel: 'modulepreload', href: `./${file}` },
                injectTo: 'head' as const,
              })),
          ],
        }
      },
    },
  }
}

interface Chunk {
  fileName: string
  imports: readonly string[]
}

/** A chunk with all that must be there before it runs. */
function withImports<C extends Chunk>(first: C, all: readonly C[]): C[] {
  const found = new Set([first])
  for (const one of found)
    for (const file of one.imports)
      for (const next of all) if (next.fileName === file) found.add(next)
  return [...found]
}

/** The text of a file of styles. What it names by an address of its own would be looked for elsewhere. */
function styleOf(file: { type: string; source?: string | Uint8Array } | undefined): string {
  const text = String(file?.source ?? '')
  if (text === '' || /url\((?!["']?data:)|@import|<\/style/.test(text))
    throw new Error('styles that cannot stand in the page')
  return text
}

/** Character maps and fonts that a PDF may name without bringing them: served by us, never by a CDN. */
function pdfData(): Plugin {
  return {
    name: 'hongyan-pdf-data',
    apply: 'build',
    generateBundle: async function () {
      const library = fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))
      for (const folder of ['cmaps', 'standard_fonts']) {
        const from = join(dirname(library), folder)
        for (const file of await readdir(from)) {
          const source = await readFile(join(from, file))
          this.emitFile({ type: 'asset', fileName: `pdf/${folder}/${file}`, source })
        }
      }
    },
  }
}
