import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Database } from '../src/platform/db.ts'
import { readEnv } from '../src/platform/env.ts'
import { inOwnProcess } from '../src/platform/own-process.ts'
import type { Development, Program } from '../src/server.ts'
import { HeldAddress } from './dev-addresses.ts'
import { ServerCode } from './dev-code.ts'
import { Pages } from './dev-pages.ts'
import { runProgram } from './run-program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const build = new URL('build.ts', import.meta.url)

// What was compiled is kept as it is: the next start reads it.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))

/**
 * The program as its files say it: pages change in the browser, and the server is loaded anew within its process, behind
 * addresses that stay open and over a database that stays open. A change of `bin/` or of packages wants a start.
 */
await runProgram(async () => {
  const env = readEnv()
  let opened: Pages | undefined
  const dashboard = new HeldAddress(() => opened?.vite.middlewares)
  const portals = new HeldAddress()
  await dashboard.open(env.PORT, env.HOST)
  await portals.open(env.PORTALS_PORT, env.HOST)
  const words = () => inOwnProcess(build, { args: ['--words'], beside: true })
  const code = new ServerCode(root)
  const [pages] = await Promise.all([Pages.open(root, dashboard.server), words()])
  opened = pages

  let open: { code: unknown; database: Database } | undefined
  const development: Development = {
    listen: async (listener, port) => (port === env.PORT ? dashboard : portals).answerWith(listener),
    kept: async (by, openNew) => {
      if (open?.code !== by) {
        await open?.database.close()
        open = { code: by, database: await openNew() }
      }
      // One program after another uses it: what it closes is its own part.
      return { ...open.database, close: async () => {} }
    },
  }
  const start = async (): Promise<Program> => {
    const server = await code.load<typeof import('../src/server.ts')>('src/server.ts')
    return server.startProgram(env, async () => pages.render, development)
  }
  const program = await start()

  let running: Promise<Program | undefined> = Promise.resolve(program)
  code.onEdit(pages.vite.watcher, () => {
    for (const address of [dashboard, portals]) address.hold()
    const began = performance.now()
    running = running.then(async (before) => {
      try {
        await before?.stop()
        const after = await start()
        console.log(`The server was loaded anew in ${Math.round(performance.now() - began)} ms`)
        return after
      } catch (error) {
        console.error(error)
        for (const address of [dashboard, portals])
          address.answerWith((_, response) => void response.writeHead(500).end(String(error)))
        return undefined
      }
    })
  })
  pages.vite.watcher.on('change', (file) => {
    if (/\/messages\/.*\.json$/.test(file)) words().catch(() => {})
  })
  return {
    greeting: program.greeting,
    stop: async () => {
      await (await running)?.stop()
      await open?.database.close()
      for (const address of [dashboard, portals]) address.close()
      await pages.close()
    },
  }
})
