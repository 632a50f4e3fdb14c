import { connect, type Socket } from 'node:net'
import { people } from '#testing/world/cast.ts'
import { demoPassword } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { Process, sleep } from './processes.ts'

const slowSockets = 500

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const json = { 'content-type': 'application/json' }

/** Bodies and addresses that no browser sends: each gets a 4xx. */
const odd: [what: string, path: string, init: RequestInit][] = [
  ['no JSON', '/api/session', { method: 'POST', headers: json, body: '{' }],
  ['depth 10,000', '/api/session', { method: 'POST', headers: json, body: `{"email":${deep(10_000)}}` }],
  [
    '__proto__',
    '/api/session',
    { method: 'POST', headers: json, body: '{"__proto__":{"email":"a@b.test"}}' },
  ],
  [
    'NUL',
    '/api/session',
    { method: 'POST', headers: json, body: '{"email":"a\\u0000@b.test","password":"x"}' },
  ],
  [
    'lone surrogate',
    '/api/session',
    { method: 'POST', headers: json, body: '{"email":"\\ud800","password":"x"}' },
  ],
  [
    'not UTF-8',
    '/api/session',
    { method: 'POST', headers: json, body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe]) },
  ],
  [
    '3 MB of JSON',
    '/api/session',
    { method: 'POST', headers: json, body: `{"email":"${'x'.repeat(3_000_000)}"}` },
  ],
  ['unknown type', '/api/session', { method: 'POST', headers: { 'content-type': 'text/odd' }, body: 'x' }],
  ['half an escape', '/api/portal/%E0%A4%A', {}],
  ['no such id', '/api/portal/..%2f..%2fetc', {}],
  ['no such method', '/api/portals', { method: 'PATCH' }],
  ['10,000 fields', `/api/portals?${Array.from({ length: 10_000 }, (_, n) => `f${n}=1`).join('&')}`, {}],
]

/** Promise 17: slow, huge, deep and odd requests get 4xx while other people stay served. */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const world = await postgresWorld()
  if (!world) throw new Error('This drill needs an installed PostgreSQL.')
  const cookie = await cookieOf(world.database, 'super')
  const program = await Process.make(world.url)
  await program.start()
  try {
    const answers: string[] = []
    for (const [what, path, init] of odd) {
      const { headers, ...rest } = init
      const status = await fetch(`${program.origin}${path}`, {
        ...rest,
        headers: { ...(headers as Record<string, string>), cookie },
        signal: AbortSignal.timeout(10_000),
      }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      )
      if (typeof status !== 'number' || status < 400 || status >= 500) answers.push(`${what}: ${status}`)
    }

    const { port } = new URL(program.origin)
    const sockets: Socket[] = []
    for (let n = 0; n < slowSockets; n++) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(
        'POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
      )
      sockets.push(socket)
    }
    const times: number[] = []
    let refused = 0
    for (let n = 0; n < 50; n++) {
      for (const socket of sockets) if (n % 10 === 0) socket.write(' ')
      const started = performance.now()
      const { status } = await fetch(`${program.origin}/api/portals`, { headers: { cookie } })
      times.push(performance.now() - started)
      if (status !== 200) refused++
      await sleep(20)
    }
    const { status: signedIn } = await fetch(`${program.origin}/api/session`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: people.label.email, password: demoPassword }),
    })
    for (const socket of sockets) socket.destroy()
    const p95 = times.sort((a, b) => a - b)[47] ?? 0
    return [
      {
        promise: '17 odd requests',
        figure: `${odd.length} kinds: each 4xx, the program goes on`,
        result:
          answers.length === 0
            ? `${odd.length} refused, ${program.running ? 'running' : 'ended'}`
            : answers.join('; '),
        ok: answers.length === 0 && program.running,
      },
      {
        promise: `17 ${slowSockets} slow sockets`,
        figure: 'others stay served',
        result: `${50 - refused} of 50 lists answered, p95 ${p95.toFixed(0)} ms, a sign-in ${signedIn}`,
        ok: refused === 0 && signedIn === 200,
      },
    ]
  } finally {
    await program.end('SIGTERM')
    await world.stop()
  }
}
