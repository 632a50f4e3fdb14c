import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createVite, isRunnableDevEnvironment } from 'vite'
import type { RenderPages } from '../src/http/http-options.ts'
import { readEnv } from '../src/platform/env.ts'
import { compileMessages } from './build-steps.ts'
import { runProgram } from './run-program.ts'

// Pages reload through Vite; a change to server code restarts this process (`node --watch`).
await runProgram(async () => {
  const env = readEnv()
  await compileMessages()
  const { startProgram } = await import('../src/server.ts')
  const vite = await createVite({
    // Bundled, the configuration would be a new file each time, and the watcher would restart for it without end.
    configLoader: 'native',
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'warn',
  })
  const loadPages = async (): Promise<RenderPages> => async (request, options) => {
    const { ssr } = vite.environments
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment to render pages in')
    const page: { default: { fetch: RenderPages } } = await ssr.runner.import('/src/pages/server-entry.ts')
    return page.default.fetch(request, options)
  }
  const createServer = ((_options: unknown, listener: RequestListener) =>
    createHttpServer((request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
    )) as typeof createHttpServer
  const program = await startProgram(env, loadPages, { createServer })
  return {
    ...program,
    stop: async () => {
      await vite.close()
      await program.stop()
    },
  }
})
