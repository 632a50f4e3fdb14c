import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesBetween, type Promised, promisesOf } from '../src/http/api-changes.ts'
import { apiVersion } from '../src/http/api-version.ts'
import { openApiDocument } from '../src/http/open-api.ts'

/**
 * Tells what has changed in the API since the version that is written down; with `--write` it writes down what is there now,
 * and the changes into docs/api/changelog.md. A test refuses what breaks programs unless `apiVersion` was raised.
 */
const folder = join(import.meta.dirname, '../docs/api')
const file = join(folder, 'promises.json')
const log = join(folder, 'changelog.md')
const now = promisesOf(await openApiDocument('https://backline.example'))
const known = JSON.parse(readFileSync(file, 'utf8')) as { version: string; promised: Promised }
const { breaking, added } = changesBetween(known.promised, now)
const list = (title: string, lines: string[]) =>
  lines.length > 0 ? [`### ${title}`, '', ...lines.map((line) => `- \`${line}\``), ''] : []
const told = [...list('Breaks', breaking), ...list('New', added)].join('\n')
console.log(told || 'Nothing has changed.')
if (process.argv.includes('--write')) {
  writeFileSync(file, `${JSON.stringify({ version: apiVersion, promised: now }, null, 2)}\n`)
  if (told) {
    const [head = '', ...others] = readFileSync(log, 'utf8').split('\n## ')
    const day = new Date().toISOString().slice(0, 10)
    const title = breaking.length > 0 ? `${day}: version ${apiVersion}` : day
    const sections = [head, `${title}\n\n${told}`, ...others].map((section) => section.trimEnd())
    writeFileSync(log, `${sections.join('\n\n## ')}\n`)
  }
}
