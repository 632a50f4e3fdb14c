import { enableCompileCache, flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RenderPages } from '../src/http/http-options.ts'
import { readEnv } from '../src/platform/env.ts'
import type { startProgram } from '../src/server.ts'
import { buildToStart } from './build-steps.ts'
import { runProgram } from './run-program.ts'

// On a machine with much memory, V8 lets the heap grow to several times what is in use before it looks what is not.
setFlagsFromString('--heap-growing-percent=40')
// Compiled once, kept for the next start: a third of what a start takes.
enableCompileCache(new URL('../node_modules/.cache/compiled', import.meta.url).pathname)

const built = (path: string) => new URL(`../dist/${path}`, import.meta.url).href

await runProgram(async () => {
  const env = readEnv()
  await buildToStart(env.DATABASE_URL ? undefined : env.DATA_DIR)
  const server: { startProgram: typeof startProgram } = await import(built('program/server.js'))
  return server.startProgram(env, async () => {
    const page: { default: { fetch: RenderPages } } = await import(built('server/server-entry.js'))
    return page.default.fetch
  })
})

flushCompileCache()
// What only the start needed is some 40 MB, which nobody would look for before the heap has grown by that much again.
setFlagsFromString('--expose-gc')
runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
