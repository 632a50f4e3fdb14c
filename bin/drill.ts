import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type DrillLine, drillTable } from '../drills/drill.ts'
import { compileMessages } from './build-steps.ts'

/**
 * `npm run drill -- NAME… | all`: the promises that take minutes or measure time. Prints one line a promise and ends
 * with 1 when one does not hold. `races:links.updateLink` asks the drill for that part alone.
 */
const folder = fileURLToPath(new URL('../drills', import.meta.url))
/** Files that hold a drill; the others are parts of one, and some are programs of their own that an import would start. */
const names = globSync('*.ts', { cwd: folder })
  .filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes('export async function run('))
  .map((file) => basename(file, '.ts'))
  .sort()

interface Drill {
  run: (only?: string) => Promise<DrillLine[]>
}
const load = (name: string): Promise<Drill> => import(pathToFileURL(`${folder}/${name}.ts`).href)

const asked = new Map(
  process.argv.slice(2).map((argument): [string, string | undefined] => {
    const [name = '', only] = argument.split(':')
    return [name, only]
  }),
)
const unknown = [...asked.keys()].filter((name) => name !== 'all' && !names.includes(name))
if (asked.size === 0 || unknown.length > 0) {
  console.log(`Usage: npm run drill -- ${names.join(' | ')} | all`)
  process.exit(1)
}
await compileMessages()
const lines: DrillLine[] = []
for (const name of names) {
  if (!(asked.has('all') || asked.has(name))) continue
  console.log(`${name} …`)
  try {
    const { run } = await load(name)
    lines.push(...(await run(asked.get(name))))
  } catch (error) {
    console.error(error)
    lines.push({ promise: name, figure: 'runs to its end', result: String(error).slice(0, 120), ok: false })
  }
}
console.log(`\n${drillTable(lines)}\n`)
process.exit(lines.every(({ ok }) => ok) ? 0 : 1)
