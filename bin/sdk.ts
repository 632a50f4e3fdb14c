import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '../src/http/open-api.ts'
import { digestOf, repeatableOf, withoutLines } from '../src/testing/sdk-document.ts'

/**
 * Makes the client for other people's programs: its types from the document of the API as it is now, and with `--pack` the
 * package as it is published, `sdk/backline-client-….tgz`. Its tools stand in its own folder: they need a TypeScript of before 7.
 */
const folder = join(import.meta.dirname, '../sdk')
const bin = (name: string) => join(folder, 'node_modules', '.bin', name)
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: folder, stdio: 'inherit' })
const document = await openApiDocument('https://backline.example')
const scratch = mkdtempSync(join(tmpdir(), 'backline-sdk-'))
const types = join(folder, 'src/schema.d.ts')

try {
  writeFileSync(join(scratch, 'openapi.json'), JSON.stringify(withoutLines(document)))
  run('npm', ['ci', '--no-audit', '--no-fund'])
  run(bin('openapi-typescript'), [join(scratch, 'openapi.json'), '-o', types, '--alphabetize'])
  writeFileSync(types, `// document ${digestOf(document)}\n${readFileSync(types, 'utf8')}`)
  writeFileSync(join(folder, 'src/repeatable.ts'), repeatableOf(document))
  if (process.argv.includes('--pack')) {
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    run(bin('tsc'), ['-p', 'tsconfig.json'])
    writeFileSync(join(folder, 'dist/schema.d.ts'), readFileSync(types))
    run('npm', ['pack'])
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
