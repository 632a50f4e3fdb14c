import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '#testing/database.ts'
import { answering, asJob, inBackground, isBackground } from './background.ts'
import type { CallContext } from './call.ts'
import { rows, type Tx } from './db.ts'
import { handleOutside } from './handle.ts'
import { operation } from './operation.ts'

const world = testDatabase()
const role = async (tx: Tx) =>
  (await rows<{ role: string }>(tx, sql`select current_setting('role') as role`))[0]?.role

test('a job reaches everything, by the clock and at the start', async () => {
  expect(await asJob(world.database, role)).toBe('backline_service')
  expect(await inBackground(() => asJob(world.database, role))).toBe('backline_service')
})

test('the answer to a call is refused the reach of a job, and what it leaves behind runs with it', async () => {
  const call = answering((work: () => Promise<unknown>) => work())
  await expect(call(() => asJob(world.database, role))).rejects.toThrow('a call wakes it')
  expect(await call(() => inBackground(() => asJob(world.database, role)))).toBe('backline_service')
  expect(await call(async () => isBackground())).toBe(false)
})

test('the door says that it answers', async () => {
  const declared = operation({
    ...{ method: 'POST', path: '/somewhere', tag: 'x', summary: 'x', access: 'public', scope: 'none' },
    ...{ outside: 'limited', input: z.object({}), output: z.string() },
  } as const)
  const { run } = handleOutside(declared, async ({ database }) => (await asJob(database, role)) ?? '')
  const context = { database: world.database, headers: new Headers(), known: new Map() }
  await expect(run('x.x', context as unknown as CallContext, {})).rejects.toThrow('a call wakes it')
})
