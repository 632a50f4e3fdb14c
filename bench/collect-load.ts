import { connect } from 'node:net'

/**
 * Sends page views at a steady rate, each from another address and with another browser: `PORT RATE SECONDS PORTALS`.
 * Prints how many were accepted. Over plain sockets, one question at a time on each: an HTTP client would take more of the
 * machine than what is measured.
 */
const [port, rate, seconds, portals] = process.argv.slice(2).map(Number) as [number, number, number, number]
const [sockets, tickMs, total] = [64, 10, rate * seconds]
let [sent, accepted, failed] = [0, 0, 0]

function question(at: number): string {
  const body = JSON.stringify({
    n: 'pageview',
    u: `https://tienda.example/p/${at % 200}?utm_source=s${at % 40}`,
    d: `banda-${at % portals}`,
    r: `https://sitio-${at % 300}.example/`,
  })
  return [
    'POST /api/collect HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: text/plain',
    `content-length: ${body.length}`,
    `x-forwarded-for: 10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    `user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:${100 + (at % 50)}.0) Gecko/2010${at % 9999} Firefox/${100 + (at % 50)}.${at % 997}`,
    '',
    body,
  ].join('\r\n')
}

const started = performance.now()
const due = () => Math.min(total, Math.floor(((performance.now() - started) * rate) / 1_000))

/** One visitor's line after another, until all are sent. */
function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const next = () => {
      if (sent >= total) socket.end()
      else if (sent < due()) socket.write(question(sent++))
      else setTimeout(next, tickMs)
    }
    socket.once('connect', next)
    // An answer without a body comes in one piece.
    socket.on('data', (answer) => {
      if (answer.toString('latin1', 0, 13) === 'HTTP/1.1 202 ') accepted++
      else failed++
      next()
    })
    socket.once('close', () => resolve())
    socket.once('error', reject)
  })
}

await Promise.all(Array.from({ length: sockets }, ask))
console.log(JSON.stringify({ sent, accepted, failed, seconds: (performance.now() - started) / 1_000 }))
