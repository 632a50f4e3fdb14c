import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ImportReport } from '../src/features/orders/server/import-report.ts'
import type { VisitsReport } from '../src/features/visits/server/import-visits.ts'
import { inBackground } from '../src/platform/background.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { UnreadableFile } from '../src/platform/csv.ts'
import type { Database } from '../src/platform/db.ts'
import { BadSettings, directUrl, type Env, readEnv } from '../src/platform/env.ts'
import { FolderInUse } from '../src/platform/folder-lock.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openDatabase } from '../src/platform/open-database.ts'
import { readSecret } from '../src/platform/secret.ts'
import { progressBar } from './import-progress.ts'
import { count, say, WrongUse } from './import-words.ts'

const options = {
  format: { type: 'string' },
  map: { type: 'string' },
  portal: { type: 'string' },
  'portal-by': { type: 'string' },
  'create-portals': { type: 'boolean' },
  'currency-rates': { type: 'string' },
  report: { type: 'string' },
  'skip-bad-rows': { type: 'boolean' },
  host: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

type Report = ImportReport | VisitsReport

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const option = /'(-[^' ]*)/.exec(message)?.[1] ?? ''
    throw new WrongUse(code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'unknownOption' : 'valueMissing', {
      option,
    })
  }
}

type Values = ReturnType<typeof readArguments>['values']

async function main(): Promise<void> {
  const { values, positionals } = readArguments()
  if (values.help) return console.log(say('usage'))
  const [subject, path, ...more] = positionals
  if (subject !== 'orders' && subject !== 'visits') throw new WrongUse('unknownSubject')
  if (!path || more.length > 0) throw new WrongUse('oneFile')
  const run = subject === 'orders' ? await ordersRun(values, path) : visitsRun(values, path)
  const env = readEnv()
  const database = await openDatabase({ url: directUrl(env), folder: env.DATA_DIR, poolSize: 2 })
  try {
    await migrate(database)
    const report = await inBackground<Report>(() => run(database, env))
    finish(report, values.report)
  } finally {
    await database.close()
  }
}

const formats = ['bandcamp', 'shopify', 'generic'] as const

async function ordersRun(values: Values, path: string) {
  const { importOrders } = await import('../src/features/orders/server/import-orders.ts')
  const { parseCurrencyRates } = await import('../src/features/orders/server/currency-rates.ts')
  const { parseGenericMap } = await import('../src/features/orders/server/generic-map.ts')
  const { taxOpen } = await import('../src/features/orders/server/tax-inside.ts')
  const format = formats.find((name) => name === values.format)
  if (!format)
    throw new WrongUse('unknownFormat', { format: values.format ?? '', formats: formats.join(', ') })
  if (values.portal && values['portal-by'])
    throw new WrongUse('notTogether', { first: '--portal', second: '--portal-by' })
  if (values['create-portals'] && !values['portal-by']) throw new WrongUse('createNeedsColumn')
  if (format === 'generic' && !values.map) throw new WrongUse('mapNeeded')
  const target = values.portal
    ? { code: values.portal.toUpperCase() }
    : values['portal-by']
      ? { by: values['portal-by'], create: values['create-portals'] ?? false }
      : undefined
  if (!target) throw new WrongUse('portalNeeded')
  const map = values.map ? parseGenericMap(readText(values.map)) : undefined
  const untold = map && taxOpen(map)
  const rates = values['currency-rates'] ? parseCurrencyRates(readText(values['currency-rates'])) : undefined
  return async (database: Database, env: Env) => {
    const secret = await readSecret(database, env.SECRET)
    // Scripts that bring net amounts in go on; what they leave unsaid is said.
    if (untold) console.error(say('taxUntold', { column: untold }))
    const bar = progressBar(path)
    return importOrders(database, {
      path,
      format,
      target,
      secret,
      skipBadRows: values['skip-bad-rows'] ?? false,
      onProgress: bar.show,
      ...(map ? { map } : {}),
      ...(rates ? { rates } : {}),
    }).finally(bar.end)
  }
}

function visitsRun(values: Values, path: string) {
  if (values.format !== 'combined-log')
    throw new WrongUse('unknownFormat', { format: values.format ?? '', formats: 'combined-log' })
  const portalCode = values.portal?.toUpperCase()
  if (!portalCode) throw new WrongUse('portalNeeded')
  return async (database: Database) => {
    const { importVisits } = await import('../src/features/visits/server/import-visits.ts')
    const bar = progressBar(path)
    return importVisits(database, {
      path,
      portalCode,
      skipBadRows: values['skip-bad-rows'] ?? false,
      onProgress: bar.show,
      ...(values.host ? { ownHost: values.host } : {}),
    }).finally(bar.end)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new UnreadableFile('cannotOpen', { path, reason: (error as NodeJS.ErrnoException).code ?? '' })
  }
}

/** Faults with their words, so that the report can be read without this program. */
const told = (report: Report) => ({
  ...report,
  errors: report.errors.map((fault) => {
    const { column, params } = fault as { column?: string; params?: Record<string, string | number> }
    return { ...fault, message: say(`row.${fault.code}`, { ...params, ...(column ? { column } : {}) }) }
  }),
})

const errorsShown = 20

function finish(report: Report, path: string | undefined) {
  const { errors } = told(report)
  for (const { row, message } of errors.slice(0, errorsShown))
    console.error(say('rowError', { row, message }))
  if (report.badRows > errorsShown) console.error(say('moreErrors', { count: report.badRows - errorsShown }))
  const numbers = Object.fromEntries(
    Object.entries(report).flatMap(([key, value]) =>
      typeof value === 'number' ? [[key, count(value)]] : [],
    ),
  )
  if (report.status === 'refused') {
    console.error(say('refused', numbers))
    process.exitCode = 1
  } else {
    console.log(say('done', numbers))
    for (const line of detailsOf(report, numbers)) console.log(line)
  }
  if (path) writeReport(path, told(report))
}

function detailsOf(report: Report, numbers: Record<string, string>): string[] {
  if ('classes' in report) {
    const classes = Object.entries(report.classes).map(([name, lines]) => `${name} ${count(lines)}`)
    return [say('classes', { classes: classes.join(', ') }), say('visits', numbers)]
  }
  const totals = Object.entries(report.totals).map(([currency, total]) => `${total} ${currency}`)
  const { skus, lines } = report.unmapped
  return [
    say('sums', { ...numbers, totals: totals.join(', ') }),
    ...(report.createdPortals.length > 0
      ? [say('created', { portals: count(report.createdPortals.length) })]
      : []),
    ...(skus > 0 ? [say('unmapped', { skus: count(skus), lines: count(lines) })] : []),
  ]
}

function writeReport(path: string, report: unknown) {
  try {
    writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
  } catch (error) {
    throw new UnreadableFile('cannotWriteReport', {
      path,
      reason: (error as NodeJS.ErrnoException).code ?? '',
    })
  }
}

/** One sentence for what a person can put right; anything else is a bug and shows its stack. */
function explain(error: unknown): string | undefined {
  if (error instanceof UnreadableFile) return say(error.code, error.params)
  if (error instanceof BadSettings || error instanceof CannotStart || error instanceof FolderInUse)
    return error.message
  const { code, message } = error as { code?: string; message?: string }
  if (
    /^(ECONN|ENOTFOUND|ETIMEDOUT|EHOST|28|3D|57P)/.test(code ?? '') ||
    /timeout exceeded/.test(message ?? '')
  )
    return say('noDatabase', { reason: code ?? message ?? '' })
  return undefined
}

try {
  await main()
} catch (error) {
  console.error(explain(error) ?? error)
  if (error instanceof WrongUse) console.error(say('usage'))
  process.exitCode = 1
}
