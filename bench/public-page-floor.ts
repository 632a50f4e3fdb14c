import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { collectDefaultMetrics, register } from 'prom-client'

/** The floor: bare `node:http` that answers the bytes of a file, with their type and length. */
const body = readFileSync(process.env.BODY ?? '')
collectDefaultMetrics()
createServer(async (request, response) => {
  if (request.url === '/metrics') return response.end(await register.metrics())
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length })
    .end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
