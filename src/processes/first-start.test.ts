import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { databaseIn } from '#platform/embedded-folder.ts'
import { ownProgram } from '#platform/own-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-first-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a first start that was stopped half-way leaves nothing that the next one takes for whole', async () => {
  const child = spawn(process.execPath, ['--no-warnings', fileURLToPath(ownProgram('first-start'))], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.on('data', (text) => {
    told += text
  })
  await vi.waitFor(() => expect(told).toContain('Demo world'), 60_000)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(join(folder, 'being-made'))).toBe(true)
  expect(existsSync(databaseIn(folder))).toBe(false)
})
