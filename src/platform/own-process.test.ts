import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
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
