import { parseArgs } from 'node:util'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { fillHistory } from './analytics-fill.ts'

/**
 * `DATABASE_URL=… npm run bench:data -- --portals 5000 --lines 5000000 --visits 20000000`: a history in an empty database,
 * the same each time. `--raw-views` keeps page views as they are for 48 hours.
 */
const { values } = parseArgs({
  options: {
    portals: { type: 'string', default: '5000' },
    lines: { type: 'string', default: '5000000' },
    visits: { type: 'string', default: '20000000' },
    days: { type: 'string', default: '1095' },
    'raw-views': { type: 'boolean', default: false },
  },
})
const url = process.env.DATABASE_URL
if (!url) throw new Error('bench:data needs DATABASE_URL of an empty database')
const database = await openDatabase({ url, folder: '' })
await migrate(database)
await fillHistory(
  database,
  {
    portals: Number(values.portals),
    products: 60_000,
    lines: Number(values.lines),
    visits: Number(values.visits),
    days: Number(values.days),
    rawViews: values['raw-views'],
  },
  (text) => console.log(text),
)
await database.close()
