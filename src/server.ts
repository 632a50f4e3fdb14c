import type { createServer, Server } from 'node:http'
import { serve } from '@hono/node-server'
import { prepareFirstStart } from './first-start.ts'
import { createApp, type RenderPages } from './http.ts'
import { type Database, openDatabase } from './platform/db.ts'
import type { Env } from './platform/env.ts'
import type { Services } from './platform/handle.ts'
import { type Jobs, startJobs } from './platform/jobs.ts'
import { createLog } from './platform/log.ts'
import { isEmpty, migrate } from './platform/migrate.ts'
import { readSecret } from './platform/secret.ts'
import { createPortalSite } from './portal-site/app.ts'
import { scheduledJobs } from './scheduled-jobs.ts'

export interface Program {
  /** Lines for the person who started it: addresses and how to sign in. */
  greeting: string[]
  stop: () => Promise<void>
}

const stopWithinMs = 15_000

/** A start that cannot go on, in one sentence. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/**
 * Environment → database → jobs → HTTP. Answers when both addresses listen.
 * @throws CannotStart or FolderInUse with one sentence for the person who started it.
 */
export async function startProgram(
  env: Env,
  loadPages: () => Promise<RenderPages>,
  development?: { createServer: typeof createServer },
): Promise<Program> {
  const log = createLog(env.LOG_LEVEL)
  // Before the database: making the demo world for a program that cannot listen would be a wait for nothing.
  for (const port of [env.PORT, env.PORTALS_PORT])
    await closeServer(await listen(() => new Response(), port, env.HOST))
  const database = await open(env)
  let jobs: Jobs | undefined
  const servers: Server[] = []
  let ready = true
  try {
    await migrate(database)
    const services: Services = {
      appOrigin: env.APP_ORIGIN,
      portalsOrigin: env.PORTALS_ORIGIN,
      environment: env.ENVIRONMENT,
      secret: await readSecret(database, env.SECRET),
      secureCookies: isTrustworthy(env.APP_ORIGIN),
      wake: async (name) => jobs?.wake(name),
    }
    const greeting = [...(await prepareFirstStart(database, env, await isEmpty(database)))]
    const renderPages = await loadPages()
    const app = createApp({
      database,
      log,
      services,
      renderPages,
      trustProxy: env.TRUST_PROXY,
      ready: () => ready,
      development: development !== undefined,
    })
    servers.push(await listen(app.fetch, env.PORT, env.HOST, development?.createServer))
    servers.push(await listen(createPortalSite(database, log).fetch, env.PORTALS_PORT, env.HOST))
    jobs = await startJobs(database, log, scheduledJobs(database, env, log))
    return {
      greeting: [...addresses(env, database), ...greeting],
      stop: async () => {
        ready = false
        const forced = setTimeout(() => process.exit(1), stopWithinMs)
        forced.unref()
        await Promise.all(servers.map(closeServer))
        await jobs?.stop()
        await database.close()
        clearTimeout(forced)
      },
    }
  } catch (error) {
    await Promise.all(servers.map(closeServer))
    await jobs?.stop().catch(() => {})
    await database.close().catch(() => {})
    throw error
  }
}

async function open(env: Env): Promise<Database> {
  const database = await openDatabase({
    url: env.DATABASE_URL,
    folder: env.DATA_DIR,
    poolSize: env.DATABASE_POOL,
  })
  if (database.kind === 'postgres') {
    try {
      await database.query('select 1')
    } catch (error) {
      await database.close()
      const { host } = new URL(env.DATABASE_URL ?? '')
      throw new CannotStart(
        `The database at ${host} cannot be reached (${reason(error)}). Check DATABASE_URL.`,
      )
    }
  }
  return database
}

const reason = (error: unknown) => (error as { code?: string }).code ?? 'no answer'

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
  hostname: string,
  serverMaker?: typeof createServer,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch, port, hostname, ...(serverMaker ? { createServer: serverMaker } : {}) },
      () => resolve(server),
    ) as Server
    server.headersTimeout = 15_000
    server.requestTimeout = 60_000
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new CannotStart(`Port ${port} is taken. Stop what uses it, or set PORT and PORTALS_PORT.`)
          : error,
      ),
    )
  })
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })

/** Browsers keep `Secure` cookies on https and on localhost only. */
function isTrustworthy(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}

function addresses(env: Env, database: Database): string[] {
  const lines = [`Dashboard       ${env.APP_ORIGIN}`, `Public portals  ${env.PORTALS_ORIGIN}`]
  if (database.kind === 'pglite')
    lines.push(
      `Database        embedded, in ${env.DATA_DIR}: for trying out. Set DATABASE_URL to use PostgreSQL.`,
    )
  if (!isTrustworthy(env.APP_ORIGIN))
    lines.push(
      'Warning         plain http: cookies go without Secure and without the __Host- prefix. Use https.',
    )
  return lines
}
