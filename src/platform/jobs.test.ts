import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { startJobs } from './jobs.ts'
import { createLog } from './log.ts'

const world = testDatabase()

test('a job that waits for its moment stands neither for a later one nor for one that is due now', async () => {
  const runs: number[] = []
  const started = Date.now()
  const run = async () => {
    runs.push(Date.now() - started)
  }
  // Once a year: what runs here was woken.
  const jobs = await startJobs(world.database, createLog('silent'), [
    { name: 'told', cron: '0 0 29 2 *', run },
  ])
  try {
    await jobs.wake('told', 2)
    await jobs.wake('told', 6)
    await jobs.wake('told')
    await expect.poll(() => runs.length, { interval: 200 }).toBe(3)
    expect(runs[1]).toBeGreaterThanOrEqual(2_000)
    expect(runs[2]).toBeGreaterThanOrEqual(6_000)
  } finally {
    await jobs.stop()
  }
})
