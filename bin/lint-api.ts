import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '../src/http/open-api.ts'

/**
 * Holds the document of the API against Redocly's recommended rules; a warning is a failure. Its program is fetched when it is
 * needed: of 14 MB, it would be more than all that tests use beside it.
 */
const scratch = mkdtempSync(join(tmpdir(), 'backline-lint-'))
const file = join(scratch, 'openapi.json')
writeFileSync(file, JSON.stringify(await openApiDocument('https://backline.example')))
const config = join(import.meta.dirname, '../docs/api/redocly.yaml')
const words = ['--yes', '@redocly/cli@2.77.0', 'lint', file, '--config', config]
const { status, stdout, stderr } = spawnSync('npx', words, { cwd: scratch, encoding: 'utf8' })
rmSync(scratch, { recursive: true, force: true })
console.log(stdout + stderr)
process.exit(status !== 0 || /\bwarning/i.test(stdout + stderr) ? 1 : 0)
