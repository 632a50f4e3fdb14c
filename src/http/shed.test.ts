import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { AppError } from '#platform/errors.ts'
import { createGate, shedding } from './shed.ts'

/** Asks at a steady pace for `seconds`, answered at another one after the other; how many were refused, and the longest wait: of all,
 * and of those who came when the program knew its pace. */
function rush(perSecond: number, answeredPerSecond: number, seconds: number) {
  let now = 0
  const gate = createGate(() => now)
  const queue: { came: number; taken: NonNullable<ReturnType<typeof gate.enter>> }[] = []
  let refused = 0
  let longest = 0
  let later = 0
  let free = 0
  for (let n = 0; n < perSecond * seconds; n++) {
    now = (n * 1_000) / perSecond
    for (let first = queue[0]; first; first = queue[0]) {
      const ends = Math.max(free, first.came) + 1_000 / answeredPerSecond
      if (ends > now) break
      longest = Math.max(longest, ends - first.came)
      if (first.came > 8_000) later = Math.max(later, ends - first.came)
      free = ends
      gate.leave(first.taken)
      queue.shift()
    }
    const taken = gate.enter()
    if (taken) queue.push({ came: now, taken })
    else refused++
  }
  return { refused, longest, later }
}

describe('more than can be answered', () => {
  test('is refused, so that those who are taken wait for a second', () => {
    const { refused, longest } = rush(600, 300, 20)
    // Twice as much as fits: about half of it.
    expect(refused).toBeGreaterThan(600 * 20 * 0.4)
    expect(refused).toBeLessThan(600 * 20 * 0.55)
    expect(longest).toBeLessThan(1_100)
  })

  test('is refused the sooner while it lasts: a short queue answers as many, and each of them in a moment', () => {
    const { refused, later } = rush(600, 300, 20)
    expect(later).toBeLessThan(400)
    // What is answered meanwhile is all that can be.
    expect(refused).toBeLessThan(300 * 20 + 100)
  })

  test('nothing is refused of what fits, nor of a burst', () => {
    expect(rush(290, 300, 20).refused).toBe(0)
    const gate = createGate(() => 0)
    expect(Array.from({ length: 100 }, () => gate.enter())).not.toContain(undefined)
    expect(gate.enter()).toBeUndefined()
  })

  test('nor of a second burst after one that has passed', () => {
    let now = 0
    const gate = createGate(() => now)
    for (const at of [0, 2_000, 4_000]) {
      now = at
      const burst = Array.from({ length: 100 }, () => gate.enter())
      expect(burst).not.toContain(undefined)
      expect(gate.enter()).toBeUndefined()
      now = at + 900
      for (const taken of burst) if (taken) gate.leave(taken)
    }
  })

  test('one that ends makes room for one', () => {
    const gate = createGate(() => 0)
    const first = gate.enter()
    while (gate.enter());
    if (first) gate.leave(first)
    expect([gate.enter(), gate.enter()]).toEqual([{ since: 0 }, undefined])
  })

  test('a fast program takes more than a slow one', () => {
    expect(rush(2_000, 1_000, 5).longest).toBeLessThan(1_100)
    expect(rush(200, 50, 20).later).toBeLessThanOrEqual(1_500)
    // Each answer about hundreds of portals: the last of a hundred would wait for five seconds.
    expect(rush(200, 20, 20).later).toBeLessThanOrEqual(2_100)
  })

  test('a few that take long keep nobody out', () => {
    let now = 0
    const gate = createGate(() => now)
    const long = Array.from({ length: 19 }, () => gate.enter())
    now = 30_000
    expect(gate.enter()).toBeDefined()
    now = 32_000
    expect(gate.enter()).toBeUndefined()
    if (long[0]) gate.leave(long[0])
    expect(gate.enter()).toBeDefined()
  })

  test('is told to come again, and what failed is no longer under way', async () => {
    const app = new Hono()
    const waiting: PromiseWithResolvers<void>[] = []
    app.use(shedding())
    app.get('/fails', () => {
      throw new Error('no')
    })
    app.get('/waits', async (c) => {
      const turn = Promise.withResolvers<void>()
      waiting.push(turn)
      await turn.promise
      return c.text('done')
    })
    app.onError((error, c) =>
      error instanceof AppError ? c.text(error.code, error.status as 503, error.headers) : c.text('', 500),
    )
    for (let n = 0; n < 150; n++) expect((await app.request('/fails')).status).toBe(500)
    const asked = Array.from({ length: 100 }, () => app.request('/waits'))
    // Of this second's 150 that failed fewer are taken at once than under way: room for all of them.
    const more = Array.from({ length: 100 }, () => app.request('/waits'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(waiting.length).toBeGreaterThanOrEqual(100)
    expect(waiting.length).toBeLessThan(200)
    for (const turn of waiting) turn.resolve()
    const statuses = await Promise.all([...asked, ...more].map(async (one) => (await one).status))
    expect(statuses.filter((status) => status === 200).length).toBe(waiting.length)
    const refused = (await Promise.all(more)).at(-1)
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '2'])
  })
})

test('whoever sends slowly keeps nobody out, and is answered when all of it has come', async () => {
  const app = new Hono()
  app.use(shedding())
  app.get('/', (c) => c.text('here'))
  app.post('/', async (c) => c.text(await c.req.text()))
  app.onError((error, c) => c.text(error.message, error instanceof AppError ? 503 : 500))
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nsl'
  const slow = Array.from({ length: 150 }, () => connect(port, '127.0.0.1'))
  await Promise.all(slow.map((socket) => new Promise<void>((sent) => socket.write(head, () => sent()))))
  const ask = () => fetch(`http://127.0.0.1:${port}/`)
  for (let at = 0; at < 20; at++) expect((await ask()).status).toBe(200)
  const [first, ...others] = slow
  const answered = once(first as (typeof slow)[number], 'data')
  first?.write('ow')
  expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 200[\s\S]*slow$/)
  for (const socket of others) socket.destroy()
  first?.destroy()
  expect((await ask()).status).toBe(200)
  server.close()
  server.closeAllConnections()
})
