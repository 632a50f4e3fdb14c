import { askPlainly, later, postText } from './plain-sockets.ts'

/**
 * Sends page views at a steady rate, each from another address and with another browser: `PORT RATE SECONDS PORTALS`.
 * Prints how many were accepted.
 */
const [port, rate, seconds, portals] = process.argv.slice(2).map(Number) as [number, number, number, number]
const total = rate * seconds
let [sent, accepted, failed] = [0, 0, 0]

function visit(at: number): string {
  const body = JSON.stringify({
    n: 'pageview',
    u: `https://tienda.example/p/${at % 200}?utm_source=s${at % 40}`,
    d: `banda-${at % portals}`,
    r: `https://sitio-${at % 300}.example/`,
  })
  const headers = {
    'content-type': 'text/plain',
    'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + (at % 50)}.0) Gecko/2010${at % 9999} Firefox/${100 + (at % 50)}.${at % 997}`,
  }
  return postText('/api/collect', headers, body)
}

const started = performance.now()
const due = () => ((performance.now() - started) * rate) / 1_000
await askPlainly(
  [port],
  64,
  () => (sent >= total ? undefined : sent < due() ? visit(sent++) : later),
  (status) => {
    if (status === 202) accepted++
    else failed++
  },
)
console.log(JSON.stringify({ sent, accepted, failed, seconds: (performance.now() - started) / 1_000 }))
