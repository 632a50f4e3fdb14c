import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A minute and more each: begun last, one would keep a worker busy while the other has nothing left to do. */
const longest = ['hostile-texts', 'shops', 'access', 'app', 'fan-journey']

/**
 * The same order on every machine: first the screens as the world was made, then what takes longest, the others by name.
 * The runner's own order goes by what earlier runs took, which a fresh checkout has not. Two workers take them in turn,
 * each with a program and a world of its own.
 */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const name = basename(moduleId, '.test.ts')
      if (name.startsWith('accessibility')) return -1
      return longest.includes(name) ? longest.indexOf(name) : longest.length
    }
    return files.sort((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** The browser journeys: the real program, real Chromium, one browser a worker. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'e2e',
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/setup.ts'],
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    // A real browser on a busy machine now and then misses a moment; what fails three times is broken.
    retry: 2,
    // What is waited for is not timed: one second, the runner's own measure, is too little beside another worker.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: InOrder },
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})
