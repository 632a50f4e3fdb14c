import { expect, test, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { migrate } from './migrate.ts'
import { besideOthers, toldStep } from './told-step.ts'

const world = testDatabase()
const said = async (run: () => Promise<unknown>) => {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  try {
    await run().catch(() => {})
    return write.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    write.mockRestore()
  }
}

test('who starts the program reads what it is at before it is done, and how long it took', async () => {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const before = toldStep('Tables', async () => written.join(''))
  expect(await before).toBe('Tables … ')
  write.mockRestore()
  expect(written.join('')).toMatch(/^Tables … \d+\.\d s\n$/)
})

test('beside others who write on the same console, each line is whole', async () => {
  process.argv.push(besideOthers)
  try {
    expect(await said(() => toldStep('Tables', async () => {}))).toMatch(/^Tables …\nTables: \d+\.\d s\n$/)
    expect(await said(() => toldStep('Tables', () => Promise.reject(new Error('full'))))).toBe(
      'Tables …\nTables: failed\n',
    )
  } finally {
    process.argv.pop()
  }
})

test('what failed is not said to be done', async () => {
  expect(await said(() => toldStep('Tables', () => Promise.reject(new Error('full'))))).toBe(
    'Tables … failed\n',
  )
})

test('a database that is up to date has nothing to tell', async () => {
  const told = vi.fn(async (run: () => Promise<void>) => run())
  await migrate(world.database, told)
  expect(told).not.toHaveBeenCalled()
  await world.database.query(
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
  )
  // What is done already cannot be done again: it is enough that it was begun.
  await migrate(world.database, told).catch(() => {})
  expect(told).toHaveBeenCalledTimes(1)
})
