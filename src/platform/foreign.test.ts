import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppError } from '#platform/errors.ts'
import { foreignLimits, readForeign } from '#platform/foreign.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type HostileFile, hostileFiles, uploadsOf } from '#testing/hostile-files.ts'
import { people } from '#testing/world/cast.ts'

const world = testDatabase()
let send: (file: HostileFile) => Promise<{ status: number; body: string }>

beforeAll(async () => {
  const app = testApp(world.database)
  const cookie = await cookieFor(world.database, people.super.id)
  send = async ({ to, bytes }) => {
    const content = await bytes()
    let worst = { status: 0, body: '' }
    for (const { path, fields, name } of uploadsOf(to)) {
      const form = new FormData()
      form.append('file', new File([content as BlobPart], name))
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      const answer = await app.request(path, { method: 'POST', headers: { cookie }, body: form })
      const body = await answer.text()
      if (worst.status === 0 || answer.status < 400 || answer.status >= 500)
        worst = { status: answer.status, body }
    }
    return worst
  }
})

const readersRunning = () =>
  execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('foreign-readers'))
    .map((line) => Number.parseInt(line, 10) / 1024)

describe('files that were made to do harm', () => {
  test.each(hostileFiles)('$name', async (file) => {
    const { status, body } = await send(file)
    expect(status, body).toBeGreaterThanOrEqual(400)
    expect(status, body).toBeLessThan(500)
  })

  test('leave nothing behind that takes memory', () => {
    expect(readersRunning().length).toBeLessThanOrEqual(foreignLimits.processes)
    for (const megabytes of readersRunning()) expect(megabytes).toBeLessThan(foreignLimits.memoryMb / 2)
  })
})

test.each([
  ['time', { deadlineMs: 1 }],
  ['memory', { memoryMb: 1 }],
])('what takes more %s than it may is ended, and the next one is read', async (_, limit) => {
  const before = { ...foreignLimits }
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({
    create: { width: 4000, height: 4000, channels: 3, background: '#888', noise },
  })
    .jpeg()
    .toBuffer()
  Object.assign(foreignLimits, limit)
  const ended = readForeign('picture', picture, 'cover')
  await expect(ended).rejects.toMatchObject({ status: 422, fields: { file: { code: 'files.tooDemanding' } } })
  Object.assign(foreignLimits, before)
  const rows = await readForeign('table', new TextEncoder().encode('Nombre\nUno\n'), 10)
  expect(rows).toEqual([{ row: 2, cells: { nombre: 'Uno' }, numbers: [] }])
})

test('more than may wait are told to come again', async () => {
  const small = new TextEncoder().encode('Nombre\nUno\n')
  const asked = Array.from({ length: foreignLimits.waiting + foreignLimits.processes + 5 }, () =>
    readForeign('table', small, 10).then(
      () => 200,
      (error: AppError) => error.status,
    ),
  )
  const answers = await Promise.all(asked)
  expect(answers.filter((status) => status === 503)).toHaveLength(5)
  expect(answers.filter((status) => status === 200)).toHaveLength(asked.length - 5)
})

afterAll(() => expect(readersRunning().length).toBeLessThanOrEqual(foreignLimits.processes))
