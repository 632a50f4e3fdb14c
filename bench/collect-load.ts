import { Agent, request } from 'node:http'

/**
 * Sends page views at a steady rate, each from another address and with another browser: `PORT RATE SECONDS PORTALS`.
 * Prints how many were accepted.
 */
const [port, rate, seconds, portals] = process.argv.slice(2).map(Number) as [number, number, number, number]
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const [tickMs, total] = [10, rate * seconds]
let [sent, accepted, failed] = [0, 0, 0]

function send(at: number): Promise<void> {
  const body = JSON.stringify({
    n: 'pageview',
    u: `https://tienda.example/p/${at % 200}?utm_source=s${at % 40}`,
    d: `banda-${at % portals}`,
    r: `https://sitio-${at % 300}.example/`,
  })
  return new Promise((resolve) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        path: '/api/collect',
        method: 'POST',
        agent,
        headers: {
          'content-type': 'text/plain',
          'content-length': Buffer.byteLength(body),
          'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
          'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + (at % 50)}.0) Gecko/2010${at % 9999} Firefox/${100 + (at % 50)}.${at % 997}`,
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => {
          if (response.statusCode === 202) accepted++
          else failed++
          resolve()
        })
      },
    )
    call.on('error', () => {
      failed++
      resolve()
    })
    call.end(body)
  })
}

const started = performance.now()
const waiting: Promise<void>[] = []
await new Promise<void>((done) => {
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - started) * rate) / 1_000))
    while (sent < due) waiting.push(send(sent++))
    if (sent >= total) {
      clearInterval(timer)
      done()
    }
  }, tickMs)
})
await Promise.all(waiting)
console.log(JSON.stringify({ sent, accepted, failed, seconds: (performance.now() - started) / 1_000 }))
process.exit(0)
