import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

const tests = [
  '{contract,mime,server,web,bench,e2e}/**/*.test.{ts,tsx}',
  'tools/**/*.test.{ts,mjs}',
]
const others = ['**/node_modules/**']

/** A file that puts something in a module's place would leave it there for whoever comes after it in the same process. */
const alone = globSync(tests, { cwd: import.meta.dirname, exclude: others }).filter((file) =>
  /\bvi\.(do)?[mM]ock\(/.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
)

// biome-ignore lint/style/noDefaultExport: the tool asks for it
export default defineConfig({
  test: {
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
    // Without it each thread of a server loads a compiler of its own (server/src/compiled-sources.ts).
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compiled', import.meta.url)) },
    projects: [
      // To read the whole product anew for each file took a third of the time of all tests.
      {
        extends: true,
        test: { name: 'tests', include: tests, exclude: [...others, ...alone], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: alone, exclude: others } },
    ],
  },
})
