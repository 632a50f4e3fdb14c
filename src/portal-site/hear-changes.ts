import type { Database } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

const channel = 'portal_changed'
const againMs = 2_000

interface Hearing {
  ready: Promise<void>
  /** False while changes may pass unheard. */
  hears: () => boolean
  stop: () => Promise<void>
}

/**
 * Calls `onChange` with the id of every portal that something was changed at, by any process: a trigger on the activity
 * log tells it when the change is committed. When changes may have been missed it is called without an id.
 */
export function hearChanges(
  database: Database,
  log: Log,
  onChange: (portalId: string | undefined) => void,
): Hearing {
  let hearing = false
  let stopped = false
  let leave: () => Promise<void> = async () => {}
  const hear = async (): Promise<void> => {
    try {
      leave = await listen(database, onChange, () => {
        hearing = false
        onChange(undefined)
        if (!stopped) setTimeout(() => void hear(), againMs).unref()
      })
      if (stopped) return await leave()
      hearing = true
      onChange(undefined)
    } catch (error) {
      log.warn({ error }, 'changes of portals are not heard, pages are made for each request')
      if (!stopped) setTimeout(() => void hear(), againMs).unref()
    }
  }
  const ready = hear()
  return {
    ready,
    hears: () => hearing,
    stop: async () => {
      stopped = true
      hearing = false
      await ready
      await leave().catch(() => {})
    },
  }
}

/** Listens on a connection of its own; `onLost` is called once when that ends by itself. */
async function listen(
  database: Database,
  onChange: (portalId: string) => void,
  onLost: () => void,
): Promise<() => Promise<void>> {
  if ('pglite' in database.raw) return database.raw.pglite.listen(channel, onChange)
  const { default: pg } = await import('pg')
  const client = new pg.Client(database.raw.pool.options)
  let over = false
  const lost = () => {
    if (over) return
    over = true
    void client.end().catch(() => {})
    onLost()
  }
  client.on('error', lost)
  client.on('end', lost)
  client.on('notification', ({ payload }) => onChange(payload ?? ''))
  await client.connect()
  await client.query(`listen ${channel}`)
  return async () => {
    over = true
    await client.end()
  }
}
