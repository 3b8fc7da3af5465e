import './ui/tokens.css'
import './features/skins/skins.css'
import './ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { ConsoleApp } from './features/console/console-app.tsx'
import { allTexts } from './lib/all-texts.ts'
import { startI18n } from './lib/i18n.ts'
import { withConsoleTexts } from './lib/language-files.ts'

const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true } },
})

async function start(): Promise<void> {
  withConsoleTexts()
  await startI18n()
  await allTexts()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <ConsoleApp />
    </QueryClientProvider>,
  )
}

void start()
