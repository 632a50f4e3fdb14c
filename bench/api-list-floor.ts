import { createServer } from 'node:http'
import pg from 'pg'
import { shownPicture } from '#platform/actor-portals.ts'

/**
 * The floor of the portal list: bare node:http and pg, the very same list with its count, prepared, the same JSON. No
 * sign-in, no permissions, no checks, no log. Settings: URL, PORT, and QUERY as JSON {text, values, portalsOrigin}.
 */
const { text, values, portalsOrigin } = JSON.parse(process.env.QUERY ?? '{}')
const pool = new pg.Pool({ connectionString: process.env.URL, max: 10 })

const toItem = (row: Record<string, never>) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  customUrl: row.customUrl,
  url: `${portalsOrigin}/${row.customUrl}`,
  picture: row.picture,
  pictureUrl: shownPicture(row.picture ?? null),
  type: row.type,
  master: row.master,
  label: row.type === 'master',
  selfInvoice: row.selfInvoice,
  account: {
    id: row.accountId,
    name: row.accountName,
    type: row.accountType,
    organisationType: row.organisationType,
  },
  netCents: Math.round(Number(row.netMicros ?? 0) / 10_000),
  visits: Number(row.visits ?? 0),
  domainState: row.customDomain === null ? null : row.domainState,
  updatedAt: new Date(row.updatedAt ?? 0).toISOString(),
})

createServer(async (request, response) => {
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage()
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`)
    return
  }
  const { rows } = await pool.query({ name: 'list', text, values })
  const body = JSON.stringify({
    items: rows.map(toItem),
    total: rows[0].of_all,
    totalCapped: false,
    page: 1,
    pageSize: 50,
  })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
