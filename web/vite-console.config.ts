import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { builtInto, compressed, twoLanguages } from './vite-both.ts'
import { contractForBrowser } from './vite-contract.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The administrators' console: pages of its own, for a port of its own. */
// biome-ignore lint/style/noDefaultExport: Vite asks for it
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [react(), contractForBrowser(), twoLanguages(), firstPage(), compressed('dist-console')],
  build: {
    ...builtInto('dist-console'),
    rolldownOptions: { input: here('console.html') },
  },
})

/** It is asked for as `/`. */
function firstPage(): Plugin {
  const page = here('dist-console/console.html')
  return {
    name: 'hongyan-console-page',
    apply: 'build',
    writeBundle: () => rename(page, page.replace('console.html', 'index.html')),
  }
}
