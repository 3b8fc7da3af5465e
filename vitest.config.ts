import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose files take a minute and more: begun last, one of them would run on alone while the other workers wait. */
const slow = ['/e2e/', '/server/src/testing/', '/server/src/commands/', '/platform/db/', '/tools/']

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = (one: TestSpecification): number =>
      slow.some((folder) => one.moduleId.includes(folder)) ? 0 : 1
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

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
    sequence: { sequencer: SlowFirst },
    // Against tests that hang, not against slow machines: other work may run beside them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
