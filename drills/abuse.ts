import { connect, type Socket } from 'node:net'
import { agentsMax } from '#features/visits/server/visitor-cap.ts'
import type { Database } from '#platform/db.ts'
import { people, portals } from '#testing/world/cast.ts'
import { demoPassword } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import { abuseByKey } from './abuse-keys.ts'
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

    const rules = await httpRules(program.origin, cookie)
    const byKey = await abuseByKey({ origin: program.origin, database: world.database })
    const crowd = await oneAddress(program.origin, world.database)
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
      rules,
      ...byKey,
      crowd,
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

/** Methods, types and keys that do not fit are told apart, on both origins. */
async function httpRules(origin: string, cookie: string): Promise<DrillLine> {
  const id = people.label.id
  const asked: [what: string, wanted: string, path: string, init: RequestInit][] = [
    ['HEAD', '200', '/api/portals', { method: 'HEAD', headers: { cookie } }],
    ['HEAD of nothing', '404', '/api/nothing', { method: 'HEAD', headers: { cookie } }],
    ['method', '405 GET, HEAD', '/api/portals', { method: 'PATCH', headers: { cookie } }],
    [
      'method at an id',
      '405 DELETE, GET, HEAD, POST',
      `/api/portal/${id}`,
      { method: 'PUT', body: '{}', headers: json },
    ],
    [
      'type',
      '415',
      '/api/session',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
    ],
    ['key', '401 Bearer', '/api/portals', { headers: { authorization: 'Bearer nobody', cookie } }],
    [
      'key where none is needed',
      '401 Bearer',
      '/api/app/build',
      { headers: { authorization: 'Bearer nobody' } },
    ],
  ]
  const wrong: string[] = []
  for (const [what, wanted, path, init] of asked) {
    const { status, headers } = await fetch(`${origin}${path}`, init)
    const more = headers.get('allow') ?? (headers.get('www-authenticate') ?? '').split(' ')[0]
    const said = [status, more].filter(Boolean).join(' ')
    if (said !== wanted) wrong.push(`${what}: ${said}`)
  }
  return {
    promise: '17 methods, types and keys',
    figure: 'HEAD as GET, 405 with Allow, 415, 401 with a challenge',
    result: wrong.length === 0 ? `${asked.length} as they should be` : wrong.join('; '),
    ok: wrong.length === 0,
  }
}

/** Visits that one address invents by calling its browser ever something else. */
async function oneAddress(origin: string, database: Database): Promise<DrillLine> {
  const tries = 500
  let taken = 0
  for (let at = 0; at < tries; at++) {
    const answer = await fetch(`${origin}/api/collect`, {
      method: 'POST',
      headers: {
        ...json,
        'x-forwarded-for': '198.51.100.44',
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${at}.0) Gecko/20100101 Firefox/${at}.0`,
      },
      body: JSON.stringify({
        name: 'pageview',
        url: 'https://tienda.example/',
        domain: portals.casaCal.customUrl,
      }),
    })
    if (((await answer.json()) as { accepted: boolean }).accepted) taken++
  }
  await sleep(2_500)
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from page_view where portal_id = $1 and path = '/' and opens_visit`,
    [portals.casaCal.id],
  )
  return {
    promise: '17 visits of one address',
    figure: `${tries} browsers from one address in an hour: ${agentsMax} count`,
    result: `${taken} taken of ${tries}, ${row?.n} visits at the portal`,
    ok: taken === agentsMax,
  }
}
