import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '#platform/db.ts'
import { testApp } from '#testing/as.ts'

// The faults themselves, on PostgreSQL: `npm run drill -- away`.
const stopped = async () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}
const away = { query: stopped, transaction: stopped, read: stopped, slow: () => false } as unknown as Database
afterEach(() => {
  vi.useRealTimers()
})
const headers = { cookie: `__Host-backline=${'x'.repeat(43)}` }

test('while the database is away pages say so in the language of their address, and nobody is signed out', async () => {
  for (const [path, lang, title] of [
    ['/portals', 'es', 'Algo se ha desenchufado'],
    ['/en/portals?q="><script>', 'en', 'Something came unplugged'],
  ] as const) {
    const answer = await testApp(away).request(path, { headers })
    const page = await answer.text()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(page).toContain(`<html lang="${lang}">`)
    expect(page).toContain(title)
    expect(page).not.toContain('<script')
    const nonce = /style nonce="([^"]+)"/.exec(page)?.[1]
    expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  }
})

test('and the API answers 503 with words', async () => {
  const answer = await testApp(away).request('/api/portals', { headers })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toEqual({
    error: {
      code: 'unavailable',
      message: 'La base de datos no responde. Vuelve a intentarlo en unos segundos.',
    },
  })
})

test('nobody waits for a database that has become slow', async () => {
  const never = () => new Promise<never>(() => {})
  const slow = { ...away, query: never, slow: () => true } as unknown as Database
  vi.useFakeTimers()
  const asked = testApp(slow).request('/api/portals', { headers })
  await vi.advanceTimersByTimeAsync(3_000)
  const answer = await asked
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
})
