import type { Context } from 'hono'
import { collectDefaultMetrics, register } from 'prom-client'

let collecting = false

/** Prometheus' text format, for scrapers on the same machine only; everybody else finds nothing here. */
export async function metrics(c: Context, address: string): Promise<Response> {
  if (!/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+|in-process)$/.test(address) || c.req.header('x-forwarded-for'))
    return c.notFound()
  if (!collecting) {
    collecting = true
    collectDefaultMetrics()
  }
  return c.body(await register.metrics(), 200, { 'Content-Type': register.contentType })
}
