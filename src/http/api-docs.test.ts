import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { as, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { keyFor } from '#testing/key-for.ts'
import { demoPassword, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const folder = new URL('../../docs/api/', import.meta.url).pathname
const textOf = (name: string) => readFileSync(`${folder}${name}.md`, 'utf8')

/** What a page says, in its order: a call and its status, what is shown of the answer, what is taken from it. */
type Step =
  | { kind: 'call'; status: number; command: string }
  | { kind: 'shown'; text: string }
  | { kind: 'taken'; path: string; name: string }

const steps = /```sh\n# (\d{3})\n([^`]+)```|```json\n([^`]+)```|`([\w.[\]]+)` as `\$([A-Z]+)`/g
function stepsOf(name: string): Step[] {
  return [...textOf(name).matchAll(steps)].map(([, status, command, shown, path = '', taken = '']): Step => {
    if (command) return { kind: 'call', status: Number(status), command }
    return shown ? { kind: 'shown', text: shown } : { kind: 'taken', path, name: taken }
  })
}

const inside = (value: unknown, path: string): unknown =>
  path.split(/[.[\]]+/).reduce((at, step) => {
    return step === '' ? at : (at as Record<string, unknown> | undefined)?.[step]
  }, value)

/** Everything that is shown stands in the answer; `…` stands for what differs. */
function faultOf(shown: unknown, answered: unknown, at = 'answer'): string | undefined {
  if (shown === '…') return answered === undefined || answered === null ? `${at} is missing` : undefined
  if (typeof shown !== 'object' || shown === null)
    return shown === answered ? undefined : `${at} is ${JSON.stringify(answered)}`
  for (const [name, value] of Object.entries(shown)) {
    const fault = faultOf(value, (answered as Record<string, unknown> | undefined)?.[name], `${at}.${name}`)
    if (fault) return fault
  }
  return undefined
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

const values: Record<string, string> = { BACKLINE: '', PORTAL: portals.bajamar.id }
beforeAll(async () => {
  const label = await as(world.database, 'label')
  const { scopes } = ok(await label.keys.listKeys({}))
  const keyOf = async (permissions: string[], writes: string[]) =>
    ok(await label.keys.createKey({ name: 'Páginas', permissions, writes, days: 30, password: demoPassword }))
      .secret
  const names = scopes.map(({ permission }) => permission)
  values['KEY'] = await keyOf(
    names,
    scopes.filter(({ write }) => write).map(({ permission }) => permission),
  )
  values['READER'] = await keyOf(['portal.viewportals'], [])
  const staff = await keyFor(world.database, { owner: 'super', writes: people.staff.permissions })
  values['STAFF'] = staff.authorization.replace('Bearer ', '')
})

const pages = globSync('*.md', { cwd: folder }).map((file) => basename(file, '.md'))
const withCalls = pages.filter((name) => stepsOf(name).some(({ kind }) => kind === 'call'))

test('each theme has a page, which the first one names, and whose calls are made here', () => {
  const themes = pages.filter((name) => !['README', 'changelog'].includes(name))
  expect([...textOf('README').matchAll(/\((\w+)\.md\)/g)].map(([, name]) => name).toSorted()).toEqual(
    [...themes, 'start', 'changelog'].filter((name, at, all) => all.indexOf(name) === at).toSorted(),
  )
  expect(themes.filter((name) => !withCalls.includes(name))).toEqual(['sdk'])
})

test.each(withCalls)('the calls of the page on %s answer as it says', async (name) => {
  const known = { ...values }
  let answered: { headers: Headers; text: string } | undefined
  let command = ''
  for (const step of stepsOf(name)) {
    if (step.kind === 'call') {
      command = step.command
      const { address, init } = requestOf(wordsOf(command, known))
      const answer = await testApp(world.database).request(address, init)
      answered = { headers: answer.headers, text: await answer.text() }
      expect(answer.status, `${command}\n${answered.text.slice(0, 2_000)}`).toBe(step.status)
      continue
    }
    // What a page shows, or has its readers take, is of the call before it.
    const { headers, text } = answered ?? { headers: new Headers(), text: '' }
    if (step.kind === 'shown') {
      const shown = step.text.replace(/\$([A-Z]+)/g, (_, value: string) => known[value] ?? value)
      expect(
        faultOf(JSON.parse(shown), JSON.parse(text)),
        `${command}\n${text.slice(0, 2_000)}`,
      ).toBeUndefined()
    } else {
      const taken = step.path === 'ETag' ? headers.get('etag') : inside(JSON.parse(text), step.path)
      expect(taken, `${step.path} of ${command}`).toBeTypeOf('string')
      known[step.name] = String(taken)
    }
  }
})

test('a page that shows what is not answered is found out', () => {
  expect(faultOf({ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }], d: 3 })).toBeUndefined()
  expect(faultOf({ a: [{ b: 2 }] }, { a: [{ b: 1 }] })).toBe('answer.a.0.b is 1')
  expect(faultOf({ a: '…' }, {})).toBe('answer.a is missing')
})
