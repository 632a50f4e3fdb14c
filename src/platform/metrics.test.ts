import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'

const world = testDatabase()
const dashboard = readFileSync(new URL('../../docs/grafana.json', import.meta.url), 'utf8')

test('every series that the dashboard draws is told, and nobody else is told anything', async () => {
  const app = testApp(world.database)
  await app.request('/api/session')
  const told = await (await app.request('/metrics')).text()
  const drawn = new Set(dashboard.match(/\b(backline|process|nodejs)_[a-z0-9_]+/g))
  expect(drawn.size).toBeGreaterThanOrEqual(5)
  for (const name of drawn) expect(told).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
  expect(told).toMatch(/^backline_waiting\{what="mail"\} \d+$/m)
  expect(told).toMatch(/^backline_request_seconds_count\{kind="api",status="4xx"\} [1-9]/m)
  const outside = await app.request('/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9' } })
  expect(outside.status).toBe(404)
})
