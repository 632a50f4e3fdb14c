import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { publicPaths } from '#pages/navigation.ts'
import { visit } from './visit.ts'

/** Everything that an address of some page may say, said wrongly. */
const wrong = new URLSearchParams({
  ...{
    filter: 'abc',
    f: '2026-13-40',
    t: 'ayer',
    compare: 'quizás',
    page: '-1',
    orderBy: '<b>',
    columns: '<b>',
  },
  ...{
    state: 'lost',
    status: 'x',
    level: 'x',
    type: 'x',
    category: 'x',
    kind: 'x',
    by: '9',
    from: 'x',
    to: 'y',
  },
  ...{ portal: 'x', account: 'x', year: 'x', source: 'x', format: 'x', month: '13', view: 'x', period: 'x' },
  ...{ payment: 'x', language: 'x', person: 'x', action: 'x', category2: 'x', organisationType: '9' },
}).toString()

/** Every page without an id in its path, from the map of routes: a new one is tried by itself. */
const paths = [
  ...readFileSync(new URL('../src/pages/routes.ts', import.meta.url), 'utf8').matchAll(/route\('([^'$]+)'/g),
]
  .map(([, path]) => path as string)
  .filter((path) => !publicPaths.includes(path))

describe.each(['super', 'artist'] as const)('addresses that make no sense (%s)', (who) => {
  test('open their pages as if they did not say so', async () => {
    const { context, say } = await visit(who, { locale: 'es' })
    const failed: string[] = []
    let tried = 0
    for (const path of paths) {
      // Not everybody has every page.
      if ((await context.request.get(path)).status() !== 200) continue
      tried++
      const answer = await context.request.get(`${path}?${wrong}`)
      // A part that could not be loaded offers to try again.
      if (answer.status() !== 200 || (await answer.text()).includes(say('ui.retry')))
        failed.push(`${path} ${answer.status()}`)
    }
    expect(failed).toEqual([])
    expect(tried).toBeGreaterThan(20)
  })
})

test.each(['/analytics?filter=abc', '/analytics?f=2026-13-40', '/stocks/orders?state=lost'])(
  '%s opens as its page does without it, and says what it did not understand',
  async (path) => {
    const { page, say, open } = await visit('artist', { locale: 'es' })
    expect(await open(path)).toBe(200)
    const names = new URLSearchParams(path.split('?')[1]).keys().next().value ?? ''
    const notice = page.getByText(say('shell.addressUnclear', { names }))
    await notice.waitFor()
    // It belongs to this address alone.
    await page
      .getByRole('navigation', { name: say('shell.menu.label') })
      .getByRole('link')
      .first()
      .click()
    await notice.waitFor({ state: 'detached' })
    expect(await open(path.split('?')[0] ?? '')).toBe(200)
    expect(await notice.count()).toBe(0)
    expect(await open(path)).toBe(200)
    await notice.waitFor()
    expect(await page.getByRole('button', { name: say('ui.retry') }).count()).toBe(0)
  },
)

test.each(['/analytics/net-sales?orderBy=zzz', '/analytics/net-sales?portals=nobody'])(
  '%s, which the server does not take, offers what is taken',
  async (path) => {
    const { page, say, open, expected } = await visit('super', { locale: 'es' })
    expected.push(/4(04|22)/)
    expect(await open(path)).toBe(200)
    await page.getByText(say('detail.unusable')).waitFor()
    expect(await page.getByRole('button', { name: say('ui.retry') }).count()).toBe(0)
    await page
      .getByRole('alert')
      .getByRole('button', { name: say('ui.clearFilters') })
      .click()
    await page.getByText(say('detail.unusable')).waitFor({ state: 'detached' })
  },
)

test('a page past the end of a list leads to its last one', async () => {
  const { page, say, open } = await visit('super', { locale: 'es' })
  await open('/portals?page=999')
  await page.getByRole('button', { name: say('ui.pages.toLast') }).click()
  await page.getByRole('link', { name: 'Niño Lobo' }).waitFor()
})
