import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { as, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, portals } from '#testing/world/cast.ts'

const world = testDatabase()
function snippetsOf(name: string) {
  const page = readFileSync(new URL(`../../docs/api/${name}.md`, import.meta.url), 'utf8')
  return [...page.matchAll(/```sh\n# (\d{3})\n([^`]+)```/g)].map(([, status, command = '']) => ({
    status: Number(status),
    command,
  }))
}

/** The words of a shell's command: quotes taken off, values put in where the shell would. */
function wordsOf(command: string, values: Record<string, string>): string[] {
  const filled = (text: string) =>
    text.replace(/\$([A-Z]+)/g, (_, name: string) => values[name] ?? `$${name}`)
  const words = command.replaceAll('\\\n', ' ').match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'|[^"']+/g, (bare, double?: string, single?: string) =>
      single === undefined ? filled(double ?? bare) : single,
    ),
  )
}

function requestOf([curl, ...words]: string[]) {
  expect(curl).toBe('curl')
  const headers: Record<string, string> = {}
  const init: { method: string; headers: typeof headers; body?: string } = { method: 'GET', headers }
  let address = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    if (word === '-X') init.method = next
    else if (word === '-d') init.body = next
    else if (word === '-H') headers[next.slice(0, next.indexOf(':'))] = next.slice(next.indexOf(':') + 2)
    else {
      address = word
      continue
    }
    at++
  }
  return { address, init }
}

test('every call of the first page answers as it says', async () => {
  const snippets = snippetsOf('start')
  expect(snippets.length).toBeGreaterThanOrEqual(8)
  const label = await as(world.database, 'label')
  const permissions = [
    'portal.viewportals',
    'portal.editlinks',
    'stocks.managestocks',
    'analytics.viewanalytics',
  ]
  const { secret } = ok(
    await label.keys.createKey({
      ...{ name: 'Primer programa', permissions, writes: ['portal.editlinks', 'stocks.managestocks'] },
      ...{ days: 30, password: demoPassword },
    }),
  )
  const values: Record<string, string> = { BACKLINE: '', KEY: secret, PORTAL: portals.bajamar.id }
  for (const { status, command } of snippets) {
    const { address, init } = requestOf(wordsOf(command, values))
    const answer = await testApp(world.database).request(address, init)
    expect(answer.status, command).toBe(status)
    const body = (await answer.json()) as { id?: string; version?: number; error?: { fields?: object } }
    if (status === 400 && !command.includes('Backline-Version'))
      expect(body.error?.fields).toHaveProperty('title.es')
    if (status !== 201 || !address.endsWith('/link')) continue
    // Sent again, as after a lost answer, it is the same one.
    const again = await testApp(world.database).request(address, init)
    expect(await again.json()).toEqual(body)
    values['LINK'] = body.id ?? ''
    values['ETAG'] = answer.headers.get('ETag') ?? ''
  }
})

test('every call of the page on webhooks answers as it says', async () => {
  const label = await as(world.database, 'label')
  const permissions = ['portal.editconfiguration', 'stocks.viewstocks']
  const { secret } = ok(
    await label.keys.createKey({ name: 'Avisos', permissions, writes: [], days: 30, password: demoPassword }),
  )
  const values = { BACKLINE: '', KEY: secret, PORTAL: portals.bajamar.id }
  const snippets = snippetsOf('webhooks')
  expect(snippets.length).toBe(4)
  for (const { status, command } of snippets) {
    const { address, init } = requestOf(wordsOf(command, values))
    const answer = await testApp(world.database).request(address, init)
    expect(answer.status, command).toBe(status)
  }
})

const keyOf = async (permissions: string[], writes: string[]) => {
  const label = await as(world.database, 'label')
  return ok(
    await label.keys.createKey({ name: 'Páginas', permissions, writes, days: 30, password: demoPassword }),
  ).secret
}

test.each([
  ['lists', 9],
  ['assistants', 2],
] as const)('every call of the page on %s answers as it says', async (name, count) => {
  const key = await keyOf(
    ['portal.viewportals', 'portal.editlinks', 'stocks.viewstocks'],
    ['portal.editlinks'],
  )
  const values: Record<string, string> = { BACKLINE: '', KEY: key, PORTAL: portals.bajamar.id }
  const snippets = snippetsOf(name)
  expect(snippets).toHaveLength(count)
  for (const { status, command } of snippets) {
    const { address, init } = requestOf(wordsOf(command, values))
    const answer = await testApp(world.database).request(address, init)
    const text = await answer.text()
    expect(answer.status, `${command}\n${text}`).toBe(status)
    values['SEEN'] = answer.headers.get('ETag') ?? ''
    if (address.includes('/bulk/')) expect(JSON.parse(text)).toMatchObject({ done: 1, refused: 1 })
  }
})
