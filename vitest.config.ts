import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, longest first: begun last, it would keep one core busy while the other has nothing left to do. */
const longest = [
  'src/access.test.ts',
  'src/features/orders/real-shop.test.ts',
  'src/platform/foreign.test.ts',
  'src/testing/whole-exports.test.ts',
  'src/testing/analytics-access.test.ts',
  'src/testing/analytics-figures.test.ts',
  'src/features/team/rights.test.ts',
  'src/fuzz.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((file) => moduleId.endsWith(file))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    pool: 'forks',
    // Read by Node itself, as the program and its tools are: by way of Vite the same files took twice as long.
    experimental: { viteModuleRunner: false },
    execArgv: ['--import', fileURLToPath(new URL('bin/quick-resolve.ts', import.meta.url))],
    maxWorkers: 2,
    // Reading the program took more time than most files' tests: a worker reads it once. Each file has its own world.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // What is waited for is not timed: one second, the runner's own measure, is too little beside another worker.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
