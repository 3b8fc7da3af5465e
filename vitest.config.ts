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
    // Against tests that hang, not against slow machines: other work may run beside them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
