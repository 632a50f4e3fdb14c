import { coverage } from '../src/testing/coverage.ts'

/** Which operations are open to sessions, keys, assistants and the client, as a table; `--sums` for its last lines alone. */
const { rows, sums } = await coverage()
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const head = [line(['operation', 'session', 'key', 'assistant', 'client']), '|---|---|---|---|---|']
if (!process.argv.includes('--sums'))
  console.log([...head, ...rows.map(({ name, cells }) => line([name, ...cells])), ''].join('\n'))
console.log(sums.map(([name, count]) => `${String(count).padStart(5)}  ${name}`).join('\n'))
