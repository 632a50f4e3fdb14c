import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { inOwnProcess, ownProgram } from './own-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-own-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function script(name: string, text: string): URL {
  const path = join(folder, `${name} of a folder.mjs`)
  writeFileSync(path, text)
  return pathToFileURL(path)
}

test('what it did is there when it has ended, and it was another process', async () => {
  const told = join(folder, 'told')
  await inOwnProcess(
    script(
      'good',
      `import { writeFileSync } from 'node:fs'
      await new Promise((resolve) => setTimeout(resolve, 50))
      writeFileSync(${JSON.stringify(told)}, String(process.pid))`,
    ),
  )
  expect(Number(readFileSync(told, 'utf8'))).not.toBe(process.pid)
})

test('whoever started the program is told that it cannot start when it fails', async () => {
  await expect(inOwnProcess(script('bad', 'process.exit(3)'))).rejects.toMatchObject({ name: 'CannotStart' })
  await expect(inOwnProcess(script('killed', 'process.kill(process.pid)'))).rejects.toMatchObject({
    name: 'CannotStart',
  })
})

test.each(['first-start', 'foreign-readers'])('%s is where it is looked for', (name) => {
  expect(existsSync(ownProgram(name))).toBe(true)
})

test('it ends with whoever waits for it, also when that one is told to end', async () => {
  const told = join(folder, 'its-pid')
  const child = script(
    'long',
    `import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(told)}, String(process.pid))
    setInterval(() => {}, 1000)`,
  )
  const own = new URL('own-process.ts', import.meta.url).href
  const waiting = script(
    'waiting',
    `const { inOwnProcess } = await import(${JSON.stringify(own)})
    await inOwnProcess(new URL(${JSON.stringify(child.href)}))`,
  )
  const parent = spawn(process.execPath, ['--no-warnings', fileURLToPath(waiting)], { stdio: 'ignore' })
  const pid = await vi.waitFor(() => Number(readFileSync(told, 'utf8')) || Promise.reject(), 10_000)
  parent.kill('SIGTERM')
  await once(parent, 'exit')
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 5_000)
})
