import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SafeFetchError, type SafeFetchOptions, type SafeFetchReason, safeFetch } from './safe-fetch.ts'
import { isPublicAddress } from './safe-fetch-address.ts'
import { hostileAddresses, hostileAnswers, hostileLiterals } from './safe-fetch-hostile-hosts.ts'

let hits: string[] = []
const servers: Server[] = []

async function listen(handler: RequestListener, host?: string): Promise<number> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, host, done))
  return (server.address() as AddressInfo).port
}

let canary = 0
let site = 0
let here: string
const pages: Record<string, RequestListener> = {}

beforeAll(async () => {
  canary = await listen((request, response) => {
    hits.push(request.headers.host ?? '?')
    response.setHeader('content-type', 'text/html')
    response.end('<title>canary</title>')
  })
  site = await listen((request, response) => pages[request.url ?? '']?.(request, response), '127.0.0.1')
  here = `http://site.fan-page.com:${site}`
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Opens the canary's port without letting any of its addresses through. */
const portOnly = () => [`192.0.2.200:${canary}`]
const answers = async (host: string) => hostileAnswers[host] ?? []
const options = (more: SafeFetchOptions = {}): SafeFetchOptions => ({
  resolve: async () => ['127.0.0.1'],
  letThrough: [`127.0.0.1:${site}`],
  ...more,
})

async function reasonOf(address: string, more: SafeFetchOptions): Promise<SafeFetchReason | 'answered'> {
  const error = await safeFetch(address, more).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return 'answered'
  if (!(error instanceof SafeFetchError)) throw error
  return error.reason
}

const hostileHosts = [...new Set([...hostileLiterals, ...Object.keys(hostileAnswers)])]

describe('hostile hosts', () => {
  test(`${hostileHosts.length} hosts over http and https: all refused, canary 0 hits`, async () => {
    hits = []
    expect(hostileHosts.length).toBeGreaterThanOrEqual(120)
    const reached: string[] = []
    for (const host of hostileHosts) {
      for (const scheme of ['http', 'https']) {
        const reason = await reasonOf(`${scheme}://${host}:${canary}/`, {
          resolve: answers,
          letThrough: portOnly(),
        })
        if (reason !== 'refused') reached.push(`${scheme}://${host}: ${reason}`)
      }
    }
    expect(reached).toEqual([])
    expect(hits).toEqual([])
  })

  test('the canary does listen: without the judgement many of the same hosts reach it', async () => {
    hits = []
    const everywhere = [
      '127.0.0.1',
      '::1',
      '127.255.255.254',
      '127.8.8.8',
      '0.0.0.0',
      '::ffff:7f00:1',
      '::ffff:127.0.0.1',
    ]
    const letThrough = everywhere.map((address) => `${address}:${canary}`)
    // Hosts that also answer a public address are left out: the test must not leave this machine.
    const inner = hostileHosts.filter((host) => !hostileAnswers[host]?.some(isPublicAddress))
    for (const host of inner) await reasonOf(`http://${host}:${canary}/`, { resolve: answers, letThrough })
    expect(hits.length).toBeGreaterThan(30)
  })

  test.each(hostileAddresses)('refused without a request: %j', async (template) => {
    hits = []
    const address = template.replace('{port}', String(canary))
    expect(await reasonOf(address, { resolve: async () => ['127.0.0.1'], letThrough: portOnly() })).toBe(
      'refused',
    )
    expect(hits).toEqual([])
  })

  test.each(hostileHosts)('a redirect to %s is refused', async (host) => {
    hits = []
    // Node writes headers as Latin-1; servers send these as UTF-8 bytes.
    const location = Buffer.from(`http://${host}:${canary}/`).toString('latin1')
    pages['/away'] = (_, response) => response.writeHead(302, { location }).end()
    const resolve = async (name: string) => (name === 'site.fan-page.com' ? ['127.0.0.1'] : answers(name))
    const letThrough = [`127.0.0.1:${site}`, ...portOnly()]
    expect(await reasonOf(`${here}/away`, { resolve, letThrough })).toBe('refused')
    expect(hits).toEqual([])
  })

  test('public addresses are public', () => {
    const open = [
      '93.184.216.34',
      '8.8.8.8',
      '1.1.1.1',
      '172.32.0.1',
      '172.15.0.1',
      '100.128.0.1',
      '192.167.1.1',
      '169.253.1.1',
    ]
    const open6 = ['2606:4700::1111', '2a00:1450:4003:80f::200e', '2001:4860:4860::8888', '2400:cb00::1']
    expect([...open, ...open6].filter((address) => !isPublicAddress(address))).toEqual([])
  })
})

describe('rebinding', () => {
  test('the name is asked once and the judged address is the one connected to', async () => {
    hits = []
    let asked = 0
    const inner = await listen((_, response) => response.end(hits.push('inner') ? '' : ''), '127.0.0.2')
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
    // The judged address does not listen on this port; a second look-up would find the one that does.
    const more = { resolve, letThrough: [`127.0.0.1:${inner}`] }
    expect(await reasonOf(`http://rebind.evil.com:${inner}/`, more)).toBe('unreachable')
    expect([asked, hits]).toEqual([1, []])
  })

  test('a redirect to the same name is resolved and judged anew', async () => {
    pages['/again'] = (_, response) => response.writeHead(302, { location: '/inner' }).end()
    pages['/inner'] = (_, response) => response.end(String(hits.push('inner')))
    hits = []
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['169.254.169.254'])
    const reason = await reasonOf(`${here}/again`, options({ resolve }))
    // A kept connection goes to the address that was judged; a new one is refused.
    expect(reason === 'answered' ? asked : reason).toBe(reason === 'answered' ? 1 : 'refused')
  })
})

describe('limits', () => {
  const html: RequestListener = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hola')

  test('an ordinary page is read, without cookies, credentials or fragment', async () => {
    let headers: Record<string, unknown> = {}
    pages['/page'] = (request, response) => {
      headers = { ...request.headers, path: request.url }
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'a=1' })
        .end('<p>hola')
    }
    const answer = await safeFetch(`${here}/page#top`, options())
    expect(answer).toMatchObject({ url: `${here}/page`, contentType: 'text/html; charset=utf-8', cut: false })
    expect(answer.body.toString()).toBe('<p>hola')
    expect(headers).toMatchObject({ host: `site.fan-page.com:${site}`, path: '/page' })
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('authorization')
  })

  test('3 redirects are followed, a fourth is not; cookies set on the way stay unsent', async () => {
    let cookie: string | undefined
    pages['/0'] = (request, response) => {
      cookie = request.headers.cookie
      html(request, response)
    }
    for (const n of [1, 2, 3, 4])
      pages[`/${n}`] = (_, response) =>
        response.writeHead(301, { location: `/${n - 1}`, 'set-cookie': 'spy=1' }).end()
    expect(await reasonOf(`${here}/3`, options())).toBe('answered')
    expect(cookie).toBeUndefined()
    expect(await reasonOf(`${here}/4`, options())).toBe('unreachable')
  })

  test('512 KB, counted after decompression', async () => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'))
    pages['/bomb'] = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    pages['/exact'] = (_, response) => response.end(Buffer.alloc(512 * 1024))
    pages['/more'] = (_, response) => response.end(Buffer.alloc(512 * 1024 + 1))
    const before = process.memoryUsage().rss
    expect(await reasonOf(`${here}/bomb`, options())).toBe('tooLarge')
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024)
    expect(await reasonOf(`${here}/exact`, options())).toBe('answered')
    expect(await reasonOf(`${here}/more`, options())).toBe('tooLarge')
    const cut = await safeFetch(`${here}/more`, options({ whenLonger: 'cut' }))
    expect([cut.body.length, cut.cut]).toEqual([512 * 1024, true])
  })

  test('one deadline for everything: silent, dripping, redirecting and unresolved hosts', async () => {
    pages['/silent'] = () => {}
    pages['/drip'] = (_, response) => {
      const timer = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(timer))
    }
    const short = { timeoutMs: 250 }
    const never = () => new Promise<string[]>(() => {})
    const started = performance.now()
    expect(await reasonOf(`${here}/silent`, options(short))).toBe('timeout')
    expect(await reasonOf(`${here}/drip`, options(short))).toBe('timeout')
    expect(await reasonOf(`${here}/silent`, options({ ...short, resolve: never }))).toBe('timeout')
    expect(performance.now() - started).toBeLessThan(2_500)
  })

  test('status, content type, broken encoding, refused connection', async () => {
    pages['/404'] = (_, response) => response.writeHead(404).end()
    pages['/zip'] = (_, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK')
    pages['/broken'] = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip')
    pages['/odd'] = (_, response) => response.writeHead(200, { 'content-encoding': 'zstd9' }).end('?')
    const only = options({ contentTypes: ['text/html'] })
    await expect(safeFetch(`${here}/404`, only)).rejects.toMatchObject({ reason: 'status', status: 404 })
    expect(await reasonOf(`${here}/zip`, only)).toBe('contentType')
    expect(await reasonOf(`${here}/broken`, options())).toBe('unreachable')
    expect(await reasonOf(`${here}/odd`, options())).toBe('unreachable')
    const closed = await listen(html, '127.0.0.1')
    const server = servers.pop()
    await new Promise((done) => server?.close(done))
    expect(
      await reasonOf(`http://gone.fan-page.com:${closed}/`, options({ letThrough: [`127.0.0.1:${closed}`] })),
    ).toBe('unreachable')
  })
})
