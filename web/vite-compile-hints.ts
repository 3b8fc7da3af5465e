import type { Plugin } from 'vite'

/**
 * Asks for all functions of some chunks to be compiled beside the page's main thread, while they come in (V8's explicit compile
 * hints). Otherwise each is compiled when it is first called, in the wait of whoever signs in or opens the first mail. Other
 * engines read a comment.
 */
export function compiledAhead(names: readonly string[]): Plugin {
  return {
    name: 'hongyan-compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_, bundle) => {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        for (const name of names) {
          const chunk = chunks.find((one) => one.name === name)
          if (!chunk) throw new Error(`there is no chunk ${name}`)
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}
