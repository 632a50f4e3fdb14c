import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    globalSetup: ['src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Reading the program took more time than most files' tests: a worker reads it once. Each file has its own world.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
