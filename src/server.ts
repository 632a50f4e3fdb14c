import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { visitQueue } from './features/visits/server/visit-queue.ts'
import { prepareFirstStart } from './first-start.ts'
import { createApp } from './http/app.ts'
import type { RenderPages } from './http/http-options.ts'
import type { Services } from './platform/call.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { ClickHouse } from './platform/clickhouse.ts'
import type { Database } from './platform/db.ts'
import { databaseIn } from './platform/embedded-folder.ts'
import type { Env } from './platform/env.ts'
import { openFileStore } from './platform/files.ts'
import { type Jobs, startJobs } from './platform/jobs.ts'
import { type Address, listen } from './platform/listen.ts'
import { createLog } from './platform/log.ts'
import { inTurn, migrate } from './platform/migrate.ts'
import { musicOf } from './platform/music-app.ts'
import { openDatabase } from './platform/open-database.ts'
import { inOwnProcess, ownProgram } from './platform/own-process.ts'
import { projectRoot } from './platform/root.ts'
import { readSecret } from './platform/secret.ts'
import { shopsOf } from './platform/shop-app.ts'
import { toldStep } from './platform/told-step.ts'
import { collecting, portalListener } from './portal-site/listener.ts'
import { startFactFeed } from './processes/fact-feed.ts'
import { scheduledJobs } from './processes/scheduled-jobs.ts'
import { startWebhooks } from './processes/webhook-sender.ts'

export interface Program {
  /** Lines for the person who started it: addresses and how to sign in. */
  greeting: string[]
  stop: () => Promise<void>
}

/** What outlasts a program that is loaded anew at each edit. */
export interface Development {
  /** Addresses stay open, and keep whoever asks meanwhile waiting. */
  listen: typeof listen
  /** The database that the same code opened before, or else a new one. */
  kept: (code: typeof openDatabase, open: () => Promise<Database>) => Promise<Database>
}

const stopWithinMs = 15_000
const drainMs = 2_000

/**
 * Environment → database → jobs → HTTP. Answers when both addresses listen.
 * @throws CannotStart or FolderInUse with one sentence for the person who started it.
 */
export async function startProgram(
  env: Env,
  loadPages: () => Promise<RenderPages>,
  development?: Development,
): Promise<Program> {
  const log = createLog(env.LOG_LEVEL)
  // Before the database: making the demo world for a program that cannot listen would be a wait for nothing.
  for (const port of development ? [] : [env.PORT, env.PORTALS_PORT])
    await (await listen((_, response) => void response.end(), port, env.HOST)).close()
  if (!env.DATABASE_URL && !existsSync(databaseIn(env.DATA_DIR)))
    await inOwnProcess(ownProgram('first-start'))
  const database = await (development ? development.kept(openDatabase, () => open(env)) : open(env))
  const answerAt = development?.listen ?? listen
  let jobs: Jobs | undefined
  const addresses: Address[] = []
  let stopPortals = async () => {}
  let stopWebhooks = async () => {}
  let stopFeed = async () => {}
  let ready = false
  try {
    await migrate(database, (run) => toldStep('Tables of the database', run))
    const clickhouse = env.CLICKHOUSE_URL
      ? new ClickHouse(env.CLICKHOUSE_URL, env.CLICKHOUSE_CLUSTER, env.CLICKHOUSE_READER)
      : undefined
    const services: Services = {
      appOrigin: env.APP_ORIGIN,
      portalsOrigin: env.PORTALS_ORIGIN,
      environment: env.ENVIRONMENT,
      secret: await readSecret(database, env.SECRET),
      secureCookies: isTrustworthy(env.APP_ORIGIN),
      files: openFileStore(env),
      redirectHosts: env.REDIRECT_HOSTS,
      measuringScripts: [env.TAG_MANAGER_URL, env.SESSION_RECORDER_URL].filter((url) => url !== undefined),
      shops: shopsOf(env),
      music: musicOf(env),
      buildId: readBuildId(),
      webhookReach: env.WEBHOOKS_REACH,
      clickhouse,
      wake: async (name, inSeconds) => jobs?.wake(name, inSeconds),
    }
    const greeting = await inTurn(database, () => prepareFirstStart(database, services.files, env))
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
    const site = { database, log, services, trustProxy: env.TRUST_PROXY }
    const dashboard = collecting(site, getRequestListener(app.fetch))
    addresses.push(await answerAt(dashboard, env.PORT, env.HOST))
    visitQueue(database, log).spoolIn(join(env.DATA_DIR, 'visits'))
    const portals = portalListener(site)
    stopPortals = async () => {
      await portals.store.stop()
      await visitQueue(database, log).stop()
    }
    await portals.store.ready
    addresses.push(await answerAt(portals.listener, env.PORTALS_PORT, env.HOST))
    // The job queue makes its own tables and queues, and does not mind who else does at that moment.
    jobs = await inTurn(database, () =>
      startJobs(database, log, scheduledJobs(database, env, log, clickhouse)),
    )
    if (clickhouse) stopFeed = (await startFactFeed({ database, clickhouse, log })).stop
    stopWebhooks = startWebhooks({
      ...{ database, log, secret: services.secret },
      ...{ appOrigin: env.APP_ORIGIN, reach: env.WEBHOOKS_REACH },
    }).stop
    // Not before everything stands: who is told so may send requests, or take the database away.
    ready = true
    return {
      greeting: [...whereItIs(env, database), ...greeting],
      stop: async () => {
        ready = false
        const forced = setTimeout(() => process.exit(1), stopWithinMs)
        forced.unref()
        // A balancer has to see that this process is not ready before its connections are refused.
        if (env.TRUST_PROXY > 0) await new Promise((resolve) => setTimeout(resolve, drainMs))
        await Promise.all(addresses.map(({ close }) => close()))
        // After the last request: what it counted is written before the database closes.
        await stopPortals()
        await stopWebhooks()
        await stopFeed()
        await jobs?.stop()
        await database.close()
        clearTimeout(forced)
      },
    }
  } catch (error) {
    await Promise.all(addresses.map(({ close }) => close()))
    await stopPortals().catch(() => {})
    await stopWebhooks().catch(() => {})
    await stopFeed().catch(() => {})
    await jobs?.stop().catch(() => {})
    await database.close().catch(() => {})
    throw error
  }
}

/** The build's fingerprint, shortened; in development nothing is built. */
function readBuildId(): string {
  try {
    return readFileSync(new URL('dist/fingerprint', projectRoot), 'utf8').slice(0, 16)
  } catch {
    return 'development'
  }
}

async function open(env: Env): Promise<Database> {
  const database = await openDatabase({
    url: env.DATABASE_URL,
    direct: env.DATABASE_DIRECT_URL,
    replica: env.DATABASE_REPLICA_URL,
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
        isPooler(error)
          ? `What answers at ${host} is a pooler of connections: set DATABASE_DIRECT_URL to PostgreSQL's own address too.`
          : `The database at ${host} cannot be reached (${reason(error)}). Check DATABASE_URL.`,
      )
    }
  }
  return database
}

/** PostgreSQL takes every setting that a connection begins with; those who only lend connections take few. */
const isPooler = (error: unknown) => /unsupported startup parameter/.test(String((error as Error).message))
const reason = (error: unknown) => (error as { code?: string }).code ?? 'no answer'

/** Browsers keep `Secure` cookies on https and on localhost only. */
function isTrustworthy(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}

function whereItIs(env: Env, database: Database): string[] {
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
