import { sendDue } from '#features/webhooks/server/send.ts'
import { sending, startReceiver, verified } from '#features/webhooks/test-receiver.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { demoPassword as password, portals } from '#testing/world/cast.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { Process, sleep } from './processes.ts'

const portalId = portals.ninoLobo.id
const [orders, turns] = [2_000, 5]
const changes = orders * turns
const kills = 20
const [slowEvery, refusedEvery] = [97, 41]

/** Ten thousand changes of orders, told to a program of somebody else's, while the sender is killed at random moments. */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const world = await postgresWorld()
  if (!world)
    return [{ promise: 'webhooks', figure: 'on PostgreSQL', result: 'none is installed here', ok: false }]
  const receiver = await startReceiver()
  testServices.webhookReach = receiver.reach
  const program = await Process.make(world.url, {
    WEBHOOKS_REACH: receiver.reach.join(','),
    EXCHANGE_RATES_URL: '',
    SECRET: testServices.secret.toString(),
  })
  const started = performance.now()
  try {
    const artist = await as(world.database, 'artist')
    const types = ['order.created' as const, 'order.changed' as const]
    const { secret } = ok(
      await artist.webhooks.createEndpoint({ portalId, name: 'Drill', url: receiver.url, types, password }),
    )
    const cookie = await cookieOf(world.database, 'artist')
    await program.start()
    // Some are refused for a while, and tried again.
    for (let at = 0; at < changes * 2; at++)
      receiver.answers.push(at % refusedEvery === 0 ? 503 : at % slowEvery === 0 ? 429 : 204)
    let dead = 0
    let alive = true
    const put = async (nth: number, turn: number): Promise<void> => {
      const at = new Date(Date.UTC(2026, 10, 1) + turn * 60_000)
      const body = JSON.stringify({
        ...{
          externalId: `D-${nth}`,
          placedAt: '2026-11-01T00:00:00Z',
          updatedAt: at.toISOString(),
          currency: 'EUR',
        },
        ...{ campaign: `turn-${turn}`, lines: [{ id: '1', sku: 'D', units: turn + 1, unitPrice: '10.00' }] },
      })
      for (;;) {
        const answer = await fetch(`${program.origin}/api/portal/${portalId}/orders`, {
          ...{ method: 'POST', body },
          headers: { cookie, 'content-type': 'application/json' },
        }).catch(() => undefined)
        if (answer?.status === 201) return
        if (answer && answer.status < 500 && answer.status !== 429)
          throw new Error(`An order was answered ${answer.status}: ${await answer.text()}`)
        await sleep(100)
      }
    }
    const killing = (async () => {
      while (alive && dead < kills) {
        await sleep(1_500 + Math.random() * 3_000)
        if (!alive) return
        await program.end('SIGKILL')
        dead++
        await program.start()
        // Others wait a minute for whoever died: the drill does not.
        await world.database.query(`update webhook_sending set leased_until = null where state = 'waiting'`)
      }
    })()
    const lanes = 8
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let nth = lane; nth < orders; nth += lanes)
          for (let turn = 0; turn < turns; turn++) await put(nth, turn)
      }),
    )
    const kept = async () => {
      const [row] = await world.database.query<{ all: number; waiting: number; failed: number }>(
        `select (select count(*)::int from webhook_message) as all,
          (select count(*)::int from webhook_sending where state = 'waiting')
            + (select count(*)::int from webhook_message where position is null) as waiting,
          (select count(*)::int from webhook_sending where state = 'failed') as failed`,
      )
      return row ?? { all: 0, waiting: -1, failed: -1 }
    }
    for (
      const deadline = Date.now() + 300_000;
      Date.now() < deadline && (await kept()).waiting > 0;
      await sleep(1_000)
    )
      await world.database.query(
        `update webhook_sending set next_at = least(next_at, clock_timestamp()) where state = 'waiting'`,
      )
    alive = false
    await killing
    await program.end('SIGTERM')
    await sendDue(sending(world.database, receiver.reach))
    const ended = await kept()
    const ids = await world.database.query<{ id: string }>('select id from webhook_message')
    let unsigned = 0
    for (const one of receiver.got) {
      try {
        verified(one, secret)
      } catch {
        unsigned++
      }
    }
    const bodies = new Map<string, string>()
    let changed = 0
    let disordered = 0
    const highest = new Map<string, number>()
    for (const { id, body, data } of receiver.got) {
      if ((bodies.get(id) ?? body) !== body) changed++
      const again = bodies.has(id)
      bodies.set(id, body)
      const order = String(data['externalId'])
      const units = Number(data['units'])
      // The same message once more may come late; a new one never comes before an earlier one.
      if (!again && units <= (highest.get(order) ?? 0)) disordered++
      if (!again) highest.set(order, units)
    }
    const lost = ids.filter(({ id }) => !bodies.has(id)).length
    const seconds = Math.round((performance.now() - started) / 1_000)
    return [
      {
        promise: `${changes} changes of orders, their program killed (kill -9)`,
        figure: `${changes} messages, 0 lost, 0 given up`,
        result: `${ended.all} messages, ${lost} lost, ${ended.failed} given up, ${ended.waiting} waiting; ${dead} kills, ${receiver.got.length} deliveries, ${seconds} s`,
        ok: ended.all === changes && lost === 0 && ended.failed === 0 && ended.waiting === 0 && dead > 0,
      },
      {
        promise: 'ids are stable, each order is told in its order, all are signed',
        figure: '0 ids with another body, 0 out of order, 0 unsigned',
        result: `${changed} with another body, ${disordered} out of order, ${unsigned} unsigned, ${receiver.got.length - bodies.size} repeats`,
        ok: changed === 0 && disordered === 0 && unsigned === 0,
      },
    ]
  } finally {
    await program.end('SIGKILL').catch(() => {})
    await receiver.stop()
    await world.stop()
  }
}
