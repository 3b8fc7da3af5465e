import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: the tool asks for it
export default defineConfig({
  test: {
    include: [
      '{contract,mime,server,web,bench,e2e}/**/*.test.{ts,tsx}',
      'tools/**/*.test.{ts,mjs}',
    ],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    // One more than the cores: half of a test's time is waiting.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
})
