import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const entry = fileURLToPath(new URL('../bin/start.ts', import.meta.url))
const temporary = () => mkdtempSync(join(tmpdir(), 'backline-start-'))
let taken: Server
let takenPort = 0

beforeAll(async () => {
  taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '0.0.0.0', resolve))
  takenPort = (taken.address() as { port: number }).port
})
afterAll(() => taken.close())

/** Runs the start command until it ends by itself. */
function start(env: Record<string, string>, cwd?: string): Promise<{ code: number | null; error: string }> {
  const { PATH, HOME } = process.env
  const program = spawn(process.execPath, [entry], {
    cwd: cwd ?? fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH, HOME, DATA_DIR: temporary(), LOG_LEVEL: 'silent', ...env } as NodeJS.ProcessEnv,
  })
  let error = ''
  program.stderr.on('data', (chunk: Buffer) => {
    error += chunk.toString()
  })
  return new Promise((resolve) => program.on('close', (code) => resolve({ code, error: error.trim() })))
}

describe('a start that cannot go on says why in one sentence and ends with 1', () => {
  const oneSentence = /^[^\n]+\.$/

  test('a setting that cannot be used', async () => {
    const { code, error } = await start({ PORT: 'eighty' })
    expect(code).toBe(1)
    expect(error).toMatch(/PORT/)
    expect(error).toMatch(oneSentence)
  })

  test('a broken .env', async () => {
    const folder = temporary()
    writeFileSync(join(folder, '.env'), 'POTR=3000\n')
    const { code, error } = await start({}, folder)
    expect(code).toBe(1)
    expect(error).toBe('The file .env has settings that do not exist: POTR.')
  })

  test('a database that does not answer, without its password', async () => {
    const { code, error } = await start({ DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:9/none' })
    expect(code).toBe(1)
    expect(error).toMatch(/127\.0\.0\.1:9 cannot be reached/)
    expect(error).toMatch(oneSentence)
    expect(error).not.toContain('hunter2')
  })

  test('a data folder that another process holds', async () => {
    const folder = temporary()
    writeFileSync(join(folder, 'lock'), String(process.pid))
    const { code, error } = await start({ DATA_DIR: folder })
    expect(code).toBe(1)
    expect(error).toMatch(/in use by process \d+/)
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(String(process.pid))
  })

  test('a port that is taken', async () => {
    const { code, error } = await start({ PORT: String(takenPort), PORTALS_PORT: '1' })
    expect(code).toBe(1)
    expect(error).toMatch(new RegExp(`Port ${takenPort} is taken`))
  })
})
