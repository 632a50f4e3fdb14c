import { openDatabase } from '#platform/open-database.ts'
import { portals } from '#testing/world/cast.ts'
import { sleep } from './processes.ts'

const portalIds = Object.values(portals).map(({ id }) => id)

/** Writes links as fast as one after the other goes; knows which were acknowledged. */
export class Writers {
  acknowledged: string[] = []
  statuses = new Map<number | string, number>()
  slowestMs = 0
  #stopped = false
  #running: Promise<void>[] = []
  #origin: () => string
  #cookie: string
  #number = 0

  constructor(origin: () => string, cookie: string) {
    this.#origin = origin
    this.#cookie = cookie
  }

  start(count: number) {
    this.#stopped = false
    this.#running = Array.from({ length: count }, () => this.#run())
  }

  async stop() {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  async #run() {
    while (!this.#stopped) {
      const n = this.#number++
      const title = `drill ${process.pid} ${n}`
      const started = performance.now()
      const said = await fetch(`${this.#origin()}/api/portal/${portalIds[n % portalIds.length]}/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: this.#cookie },
        body: JSON.stringify({ title: { es: title }, url: 'https://example.org/' }),
        signal: AbortSignal.timeout(10_000),
      })
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch((error: Error) => error.name)
      this.slowestMs = Math.max(this.slowestMs, performance.now() - started)
      this.statuses.set(said, (this.statuses.get(said) ?? 0) + 1)
      if (said === 201) this.acknowledged.push(title)
      // Links have a limit a portal; the drill wants time under load, not many rows.
      await sleep(said === 201 ? 60 : 100)
    }
  }
}

/** How many acknowledged writes the database does not hold. */
export async function missing(url: string, titles: readonly string[]): Promise<number> {
  const database = await openDatabase({ url, folder: '' })
  const [found] = await database.query<{ n: string }>(
    `select count(distinct title->>'es') as n from link where title->>'es' = any($1::text[])`,
    [titles],
  )
  await database.query(`delete from link where title->>'es' like 'drill %'`)
  await database.close()
  return titles.length - Number(found?.n)
}
