import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { ClickHouse, listOf } from './clickhouse.ts'

let server: Server | undefined
const opened: ClickHouse[] = []

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})

/** A server that answers what it is told to, and says what it was asked. */
async function serverThat(answer: (body: string, url: URL) => { status?: number; text: string }) {
  const asked: { body: string; url: URL; user: string | undefined }[] = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [body, url] = [Buffer.concat(chunks).toString(), new URL(request.url ?? '/', 'http://x')]
      asked.push({ body, url, user: request.headers['x-clickhouse-user']?.toString() })
      const { status = 200, text } = answer(body, url)
      response.writeHead(status).end(text)
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clickhouse = new ClickHouse(`http://ana:s%40cret@127.0.0.1:${port}/figures`)
  opened.push(clickhouse)
  return { clickhouse, asked }
}
const known = (...names: string[]) => ({ text: JSON.stringify({ data: names.map((name) => [name]) }) })

test('a question goes to its database by its user, and comes back as rows', async () => {
  const { clickhouse, asked } = await serverThat(() => ({ text: '{"data": [["ES", "12"]]}' }))
  expect(await clickhouse.ask('SELECT 1')).toEqual([['ES', '12']])
  expect(asked[0]).toMatchObject({ body: 'SELECT 1 FORMAT JSONCompact', user: 'ana' })
  expect(asked[0]?.url.searchParams.get('database')).toBe('figures')
})

test('rows go under their token, with the settings that the server knows', async () => {
  const { clickhouse, asked } = await serverThat((body) =>
    body.includes('system.settings') ? known('insert_deduplication_token') : { text: '' },
  )
  await clickhouse.add('sale_fact', ['a', 'b'], '1\t2\n', 'once')
  const { url, body } = asked[1] as (typeof asked)[number]
  expect(body).toBe('1\t2\n')
  expect(url.searchParams.get('query')).toBe('INSERT INTO sale_fact (a, b) FORMAT TabSeparated')
  expect(url.searchParams.get('insert_deduplication_token')).toBe('once')
  expect(url.searchParams.has('input_format_parallel_parsing')).toBe(false)
})

test.each([
  {
    settings: ['input_format_parallel_parsing', 'insert_deduplicate'],
    from: ` SELECT * FROM input('t DateTime(\\'UTC\\'), city String')`,
    repeats: '0',
  },
  { settings: [], from: '', repeats: null },
])(
  'many rows are read by plain types where the server can, and are not taken for a repeat: $settings',
  async ({ settings, from, repeats }) => {
    const { clickhouse, asked } = await serverThat((body) =>
      body.includes('system.settings') ? known(...settings) : { text: '' },
    )
    const rows = Readable.from([Buffer.from('1\t'), Buffer.from('2\n')])
    await clickhouse.addMany('sale_fact', { t: `DateTime('UTC')`, city: 'LowCardinality(String)' }, rows)
    const { url, body } = asked[1] as (typeof asked)[number]
    expect(body).toBe('1\t2\n')
    expect(url.searchParams.get('query')).toBe(`INSERT INTO sale_fact (t, city)${from} FORMAT TabSeparated`)
    expect(url.searchParams.get('insert_deduplicate')).toBe(repeats)
  },
)

test('who does not answer is not asked by everybody, and a refused question is a fault of ours', async () => {
  let ill = true
  const { clickhouse, asked } = await serverThat((body) =>
    body.includes('wrong')
      ? { status: 400, text: 'Code: 62. DB::Exception: Syntax error' }
      : ill
        ? { status: 500, text: 'Code: 241. DB::Exception: Memory limit exceeded' }
        : { text: '{"data": []}' },
  )
  await expect(clickhouse.ask('SELECT wrong')).rejects.toThrow('Syntax error')
  await expect(clickhouse.ask('SELECT 1')).rejects.toMatchObject({ status: 503, code: 'analytics.storeAway' })
  ill = false
  await expect(clickhouse.ask('SELECT 2')).rejects.toMatchObject({ code: 'analytics.storeAway' })
  expect(asked).toHaveLength(2)
})

test('whoever loses a fellow of its cluster while it answers is asked once more', async () => {
  let lost = 1
  const { clickhouse, asked } = await serverThat(() =>
    lost-- > 0
      ? { status: 500, text: 'Code: 210. DB::NetException: Connection reset by peer' }
      : { text: '{"data": [["1"]]}' },
  )
  expect(await clickhouse.ask('SELECT 1')).toEqual([['1']])
  lost = 2
  await expect(clickhouse.ask('SELECT 2')).rejects.toMatchObject({ code: 'analytics.storeAway' })
  expect(asked).toHaveLength(4)
})

test('who is behind is not asked at all', async () => {
  const { clickhouse, asked } = await serverThat(() => ({ text: '{"data": []}' }))
  clickhouse.use(true, true)
  await expect(clickhouse.ask('SELECT 1')).rejects.toMatchObject({ code: 'analytics.storeAway' })
  clickhouse.use(true)
  expect(await clickhouse.ask('SELECT 1')).toEqual([])
  expect(asked).toHaveLength(1)
})

test('a connection that was closed while it was idle is made anew', async () => {
  const { clickhouse, asked } = await serverThat(() => ({ text: '{"data": []}' }))
  await clickhouse.ask('SELECT 1')
  server?.closeIdleConnections()
  expect(await clickhouse.ask('SELECT 2')).toEqual([])
  expect(asked).toHaveLength(2)
})

test('texts are values whatever they hold', () => {
  expect(listOf([`L'H\\`, 'b'])).toBe(`('L\\'H\\\\', 'b')`)
  expect(listOf([])).toBe(`('')`)
})
