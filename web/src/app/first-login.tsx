import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { LoginScreen } from '../features/login/login-screen.tsx'
import { Unloaded } from '../features/login/unloaded.tsx'
import { drawIn } from '../lib/i18n.ts'
import type { Language } from '../lib/language.ts'
import { loadFirstTexts } from '../lib/language-files.ts'
import { queryClient } from '../lib/queries.ts'

/** What must be there before the libraries are, as HTML by its id: the build asks for it (vite-first-login.ts), and no browser. */
export async function firstAsHtml(): Promise<Record<string, string>> {
  // A browser in which nobody is signed in.
  globalThis.localStorage ??= { getItem: () => null } as unknown as Storage
  return { ...(await inLanguage('zh')), ...(await inLanguage('en')) }
}

async function inLanguage(language: Language): Promise<Record<string, string>> {
  drawIn(await loadFirstTexts(language), language)
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <LoginScreen onDone={nothing} onStay={nothing} />
    </QueryClientProvider>,
  )
  // What a cache keeps for ten minutes would keep the build running.
  queryClient.clear()
  return { [`login-${language}`]: html, [`unloaded-${language}`]: renderToString(<Unloaded />) }
}

const nothing = (): void => undefined
