import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendDue } from '#features/webhooks/server/send.ts'
import { sending } from '#features/webhooks/test-receiver.ts'
import { apiVersion } from '#http/api-version.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword as password, portals } from '#testing/world/cast.ts'
import { createClient, type Options } from '../../sdk/src/index.ts'

// The client for other people's programs, beside the program itself.

const root = join(import.meta.dirname, '../..')
const inSdk = (name: string) => readFileSync(join(root, 'sdk', name), 'utf8')
const world = testDatabase()
const servers: Server[] = []
let address = ''
let key = ''
const listen = async (listener: Parameters<typeof createServer>[1]) => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  address = `http://127.0.0.1:${await listen(getRequestListener(testApp(world.database).fetch))}`
  const label = await as(world.database, 'label')
  const permissions = [
    'portal.editconfiguration',
    ...['portal.viewportals', 'portal.editlinks', 'stocks.viewstocks', 'stocks.managestocks'],
    'analytics.viewanalytics',
  ]
  const writes = ['portal.editlinks', 'stocks.managestocks']
  key = ok(await label.keys.createKey({ name: 'SDK', permissions, writes, days: 30, password })).secret
})
afterAll(() => {
  for (const server of servers) server.close()
})

/** Runs a program of its own with this machine's Node, and answers what it says. */
async function runProgram(
  file: string,
  env: Record<string, string>,
  during: () => Promise<unknown> = async () => {},
) {
  const child = spawn(process.execPath, [file], { cwd: root, env: { PATH: '', ...env } })
  let said = ''
  let wrong = ''
  child.stdout.on('data', (part) => (said += part))
  child.stderr.on('data', (part) => (wrong += part))
  let ended = false
  const end = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(
    () => (ended = true),
  )
  while (!ended) {
    await during()
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 50))])
  }
  expect([await end, wrong]).toEqual([0, ''])
  return said
}

test('a program of sixty lines does the main job by key', async () => {
  expect(inSdk('examples/whole-job.ts').trim().split('\n').length).toBeLessThanOrEqual(60)
  const port = await listen(() => {})
  servers.pop()?.close()
  const host = `127.0.0.1:${port}`
  testServices.webhookReach = [host]
  const label = await as(world.database, 'label')
  const { secret } = ok(
    await label.webhooks.createEndpoint({
      ...{ portalId: portals.bajamar.id, name: 'Programa', url: `http://${host}/hook` },
      ...{ types: ['order.created'], wholeAccount: false, password },
    }),
  )
  const due = () => sendDue(sending(world.database, [host]))
  const env = { BACKLINE: address, KEY: key, SECRET: secret, PORT: String(port) }
  const said = JSON.parse(await runProgram('sdk/examples/whole-job.ts', env, due))
  const products = ok(await label.products.listProducts({ portal: portals.bajamar.id }))
  expect(said).toMatchObject({
    portal: 'Bajamar Discos',
    link: { portalId: portals.bajamar.id },
    told: [{ id: said.order.id, netCents: 3306 }],
  })
  expect(said.products).toEqual(products.items.map(({ name }) => name))
  expect(said.products.length).toBeGreaterThan(5)
  const links = ok(await label.links.listLinks({ portalId: portals.bajamar.id }))
  expect(links.items.find(({ id }) => id === said.link.id)?.title.es).toBe('Entradas a la venta')
}, 60_000)

describe('the README', () => {
  test('does what it says', async () => {
    const snippets = [...inSdk('README.md').matchAll(/```ts\n([^`]+(?:`[^`]+`[^`]+)*?)```/g)].map(
      ([, code = '']) => code,
    )
    expect(snippets).toHaveLength(6)
    const body = JSON.stringify({ type: 'order.created', timestamp: '', data: {} })
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
    const at = new Date()
    const headers = {
      'webhook-id': 'm1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('m1', at, body),
    }
    const given = { BACKLINE: address, KEY: key, SECRET: secret, body, headers }
    const lines = snippets
      .join('\n')
      .replaceAll("'@backline/client'", JSON.stringify(join(root, 'sdk/src/index.ts')))
    const imports = lines.split('\n').filter((line) => line.startsWith('import '))
    const rest = lines.split('\n').filter((line) => !line.startsWith('import '))
    const values = Object.entries(given).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
    const folder = mkdtempSync(join(tmpdir(), 'backline-readme-'))
    try {
      const file = join(folder, 'readme.ts')
      writeFileSync(file, [...imports, ...values, ...rest, 'console.log(total, link.id, type)'].join('\n'))
      const said = (await runProgram(file, {})).trim().split('\n')
      expect(said[0]).toMatch(/^404 notFound /)
      expect(said.at(-1)).toMatch(/^\d+ [\w-]{36} order\.created$/)
      expect(said.length).toBeGreaterThan(5)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 60_000)
})

test('says for which version it was made, unless it takes whichever runs', async () => {
  const asked: (string | null)[] = []
  const fetch = (async (request: Request) => {
    asked.push(request.headers.get('backline-version'))
    return new Response('{}')
  }) as typeof globalThis.fetch
  const given = { address: 'https://backline.test', key: 'blk_x', fetch }
  await createClient(given).GET('/portals')
  await createClient({ ...given, version: null }).GET('/portals')
  expect(asked).toEqual([apiVersion, null])
})

describe('what is not answered', () => {
  const sent: { method: string; key: string | null }[] = []
  const clientOf = (answers: (Response | Error)[], more: Partial<Options> = {}) => {
    sent.length = 0
    return createClient({
      ...{ address: 'https://backline.test', key: 'blk_x', ...more },
      fetch: (async (request: Request) => {
        sent.push({ method: request.method, key: request.headers.get('idempotency-key') })
        const answer = answers.shift() ?? new Response('{}')
        if (answer instanceof Error) throw answer
        return answer
      }) as typeof fetch,
    })
  }
  const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '0.01' } })
  const draft = { title: { es: 'X' }, url: 'https://x.example' }
  const path = { portalId: portals.bajamar.id }

  test('is asked for again, under one key where it makes something', async () => {
    const { response } = await clientOf([
      busy(),
      new Error('gone'),
      new Response('{}', { status: 201 }),
    ]).POST('/portal/{portalId}/link', { params: { path }, body: draft })
    expect(response.status).toBe(201)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent[0]?.key).toMatch(/^[\w-]{36}$/)
  })

  test('ends with the call that waits', async () => {
    const leaving = new AbortController()
    const slow = new Response('{}', { status: 503, headers: { 'retry-after': '30' } })
    const call = clientOf([slow]).GET('/portals', { signal: leaving.signal })
    setTimeout(() => leaving.abort(new Error('left')), 20)
    await expect(call).rejects.toThrow('left')
    expect(sent).toHaveLength(1)
  })

  test('is told after three tries, and at once where it is no fault of the way', async () => {
    expect((await clientOf([busy(), busy(), busy()]).GET('/portals')).response.status).toBe(503)
    expect(sent).toHaveLength(3)
    await clientOf([new Response('{}', { status: 404 })]).GET('/portals')
    expect(sent).toHaveLength(1)
  })

  test('is not made twice where twice is not once', async () => {
    const linkId = portals.bajamar.id
    await clientOf([busy()]).PUT('/portal/{portalId}/link/{linkId}', {
      params: { path: { ...path, linkId } },
      body: draft,
    })
    await clientOf([busy()]).POST('/portal/{portalId}/domain', { params: { path } })
    expect(sent).toEqual([{ method: 'POST', key: null }])
  })
})
