import { createServer } from 'node:http'
import { collectDefaultMetrics, register } from 'prom-client'

/** The floor: bare `node:http` that reads a visit's JSON, keeps nothing of it and says that it was taken. */
collectDefaultMetrics()
createServer(async (request, response) => {
  if (request.url === '/metrics') return response.end(await register.metrics())
  if (request.url === '/readyz') return response.end('ready')
  let body = ''
  request.setEncoding('utf8').on('data', (piece) => {
    body += piece
  })
  request.on('end', () => {
    JSON.parse(body)
    response.writeHead(202, { 'Content-Length': 0 }).end()
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
