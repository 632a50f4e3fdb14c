import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backUp, restore } from './backup.ts'
import type { Env } from './env.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

// PostgreSQL's way, with a whole world and a sign-in: `npm run drill -- backup`.
const folder = mkdtempSync(join(tmpdir(), 'backline-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)
const envOf = (name: string) => ({ DATA_DIR: at(name) }) as Env

test('what was backed up comes back, byte by byte, into an empty place only', async () => {
  const database = await openDatabase({ folder: at('first') })
  await migrate(database)
  await database.query(
    `insert into account (id, name, type, organisation_type) values (gen_random_uuid(), 'Bajamar', 'master', 1)`,
  )
  await database.close()
  mkdirSync(at('first/files'))
  writeFileSync(at('first/files/cover.webp'), 'a picture')

  const { files } = await backUp(envOf('first'), at('backup'))
  expect(Object.keys(files).sort()).toEqual(['database.tar.gz', 'files/cover.webp'])
  await expect(backUp(envOf('first'), at('backup'))).rejects.toThrow('not empty')

  await restore(envOf('second'), at('backup'))
  const again = await openDatabase({ folder: at('second') })
  expect(await again.query('select name from account')).toEqual([{ name: 'Bajamar' }])
  await again.close()
  expect(readFileSync(at('second/files/cover.webp'), 'utf8')).toBe('a picture')
  await expect(restore(envOf('second'), at('backup'))).rejects.toThrow('not empty')

  appendFileSync(at('backup/files/cover.webp'), '!')
  await expect(restore(envOf('third'), at('backup'))).rejects.toThrow('damaged')
  expect(existsSync(at('third'))).toBe(false)
})
