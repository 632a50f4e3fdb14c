import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The browser journeys: the real program, real Chromium, one browser for all files. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'e2e',
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/setup.ts'],
    isolate: false,
    fileParallelism: false,
    // A real browser on a busy machine now and then misses a moment; what fails three times is broken.
    retry: 2,
    testTimeout: 30_000,
    hookTimeout: 180_000,
  },
})
