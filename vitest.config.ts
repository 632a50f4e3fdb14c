import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    globalSetup: ['src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Reading the program took more time than most files' tests: a worker reads it once. Each file has its own world.
    isolate: false,
    // Where a landing hangs on 7,000 tests, one lost moment is tried once more, and named (SecondTry); at the desk it is red.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
