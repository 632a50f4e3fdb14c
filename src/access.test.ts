import type { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken, newToken } from '#features/account/server/sessions.ts'
import { session } from '#features/account/server/table.ts'
import type { OperationMeta } from '#platform/operation.ts'
import { can, memberKeys } from '#platform/permissions.ts'
import {
  expectedAnswer,
  type MatrixActor,
  matrixActors,
  matrixOperations,
  matrixTargets,
  rowsInPaths,
  type Target,
} from '#testing/access.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { rollingBack } from '#testing/rolling-back.ts'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const absentId = '00000000-0000-7000-8000-000000000000'
const idOf = (target: Target) =>
  target === 'absent' ? absentId : target === 'malformed' ? 'not-an-id' : portals[target].id

let app: Hono
const cookies = new Map<MatrixActor, string | undefined>()
/** `name in the path` + `portal id` → id of a row that the portal has. */
const rowIds = new Map<string, string>()

beforeAll(async () => {
  app = testApp(rollingBack(world.database))
  for (const actor of matrixActors) cookies.set(actor, await cookieOf(actor))
  for (const [name, query] of Object.entries(rowsInPaths))
    for (const row of await world.database.query<{ portal_id: string; id: string }>(query))
      rowIds.set(`${name} ${row.portal_id}`, row.id)
})

async function cookieOf(actor: MatrixActor): Promise<string | undefined> {
  if (actor === 'anonymous') return undefined
  if (actor === 'garbled') return '__Host-backline=short'
  if (actor === 'revoked') return `__Host-backline=${newToken()}`
  if (actor !== 'expired') return cookieFor(world.database, people[actor].id)
  const token = newToken()
  const expiresAt = new Date(Date.now() - 1000)
  await world.database.db
    .insert(session)
    .values({ tokenHash: hashToken(token), personId: people.label.id, expiresAt })
  return `__Host-backline=${token}`
}

/** Every id of a path is filled; a row's id is one that the target portal has, where there is one. */
const addressOf = (path: string, target: Target) =>
  path
    .replace('{portalId}', idOf(target))
    .replace(/\{(\w+)\}/g, (_, name: string) => rowIds.get(`${name} ${idOf(target)}`) ?? idOf(target))

type Contract = (typeof matrixOperations)[number]['contract']

async function call(contract: Contract, actor: MatrixActor, target: Target) {
  const { method = 'GET', path = '' } = contract['~orpc'].route
  const cookie = cookies.get(actor)
  // Where there is a body it is one that no shape accepts; what needs none is undone by the database.
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify({ nothing: true }) }
  const headers = { 'Content-Type': 'application/json', ...(cookie ? { cookie } : {}) }
  const response = await app.request(`/api${addressOf(path, target)}`, { method, headers, ...body })
  const text = await response.text()
  const code = text ? (JSON.parse(text) as { error?: { code?: string } }).error?.code : undefined
  return { status: response.status, text, code }
}

/** Did the call get past access and scope? What stops it after that says another code, or finds no row of its name. */
function letIn(
  contract: Contract,
  target: Target,
  { status, code }: { status: number; code: string | undefined },
) {
  const unknownRow = [...(contract['~orpc'].route.path ?? '').matchAll(/\{(\w+)\}/g)].some(
    ([, name]) => name !== 'portalId' && !rowIds.has(`${name} ${idOf(target)}`),
  )
  if (status === 404) return code !== 'notFound' || unknownRow
  if (status === 401 || status === 403) return code !== 'notSignedIn' && code !== 'forbidden'
  return status < 500
}

const fingerprint = async () => {
  const tables = ['person', 'member', 'portal', 'account', 'link', 'token', 'mail', 'setting']
  const counts = await Promise.all(
    tables.map((name) =>
      world.database.query<{ sum: string }>(
        `select md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t`,
      ),
    ),
  )
  return counts.map(([row]) => row?.sum)
}

const tenantScoped = (scope: string) => scope === 'portal' || scope === 'row'
const targetsOf = (meta: OperationMeta): Target[] =>
  tenantScoped(meta.scope) ? matrixTargets.toReversed() : ['absent']

/** Is there a call whose answer differs from what the declaration promised? */
async function difference(contract: Contract, promised: OperationMeta): Promise<string | undefined> {
  const absent = new Map<MatrixActor, string>()
  for (const actor of matrixActors)
    for (const target of targetsOf(promised)) {
      const answer = await call(contract, actor, target)
      const expected = expectedAnswer(promised, actor, target)
      const same = expected === 'let in' ? letIn(contract, target, answer) : answer.status === expected
      if (!same) return `${actor} → ${target}: ${expected} expected, got ${answer.status} ${answer.text}`
      // What is hidden answers the same bytes as what does not exist.
      if (expected === 404) {
        absent.set(actor, absent.get(actor) ?? answer.text)
        if (absent.get(actor) !== answer.text)
          return `${actor} → ${target}: not the bytes of what does not exist`
      }
    }
  return undefined
}

describe('access matrix', () => {
  test.each(matrixOperations)('$fullName lets in exactly whom it declares', async ({ contract }) => {
    const before = await fingerprint()
    expect(await difference(contract, contract['~orpc'].meta)).toBeUndefined()
    expect(await fingerprint()).toEqual(before)
  })

  test('is not a handful of cases', () => {
    const cases = matrixOperations.reduce(
      (sum, { contract }) => sum + matrixActors.length * targetsOf(contract['~orpc'].meta).length,
      0,
    )
    console.log(`${cases} cases`)
    expect(cases).toBeGreaterThan(5_000)
  })
})

describe('the matrix can fail', () => {
  // Who one is can only be told of a session: that verb would refuse by itself.
  const guarded = matrixOperations.filter(
    ({ contract, fullName }) => contract['~orpc'].meta.access !== 'public' && fullName !== 'account.session',
  )

  test.each(guarded)('$fullName without its guard turns it red', async ({ contract }) => {
    const { meta } = contract['~orpc']
    const promised = { ...meta }
    try {
      meta.access = promised.access === 'signedIn' || promised.access === 'reader' ? 'public' : 'signedIn'
      expect(await difference(contract, promised)).toBeDefined()
    } finally {
      meta.access = promised.access
    }
  })

  test.each(guarded.filter(({ contract }) => tenantScoped(contract['~orpc'].meta.scope)))(
    '$fullName without its scope turns it red',
    async ({ contract }) => {
      const { meta } = contract['~orpc']
      const promised = { ...meta }
      try {
        meta.scope = 'none'
        expect(await difference(contract, promised)).toBeDefined()
      } finally {
        meta.scope = promised.scope
      }
    },
  )
})

describe('an id of one portal inside the path of another', () => {
  test('does not exist', async () => {
    const foreign = rowIds.get(`linkId ${portals.hotelLevante.id}`)
    const response = await app.request(`/api/portal/${portals.ninoLobo.id}/link/${foreign}`, {
      headers: { cookie: cookies.get('artist') ?? '' },
    })
    expect(response.status).toBe(404)
  })
})

describe('what is not declared', () => {
  test.each(['PATCH', 'PUT', 'OPTIONS', 'TRACE'])('%s on a path without it is not found', async (method) => {
    if (method === 'TRACE') return expect(() => new Request('http://localhost/', { method })).toThrow()
    const response = await app.request('/api/portals', {
      method,
      headers: { cookie: cookies.get('super') ?? '' },
    })
    expect(response.status).toBe(404)
  })

  test('fixed paths are not shadowed by ids', async () => {
    const response = await app.request('/api/portal/link/preview?url=', {
      headers: { cookie: cookies.get('editor') ?? '' },
    })
    expect(response.status).toBe(400)
  })
})

describe('permissions', () => {
  test('only the boolean true counts', () => {
    for (const value of ['true', 1, {}, [], null, undefined, false])
      expect(can({ portal: { editlinks: value as boolean } }, 'portal.editlinks')).toBe(false)
    expect(can({ portal: { editlinks: true } }, 'portal.editlinks')).toBe(true)
  })

  test('no grant reaches a staff-only group, and a denial wins', () => {
    const keys = memberKeys(
      'Owner',
      ['staff.managestaff', 'contacts.viewcontacts', 'no.such'],
      ['portal.editlinks'],
    )
    expect([...keys].filter((key) => /^(staff|contacts|no)\./.test(key))).toEqual([])
    expect(keys.has('portal.editlinks')).toBe(false)
  })

  test('a revocation bites on the next request', async () => {
    const cookie = await cookieFor(world.database, people.marketing.id)
    const ask = async () =>
      (await app.request(`/api/portal/${portals.claraVentisca.id}/links`, { headers: { cookie } })).status
    expect(await ask()).toBe(200)
    await world.database.query('delete from member where person_id = $1', [people.marketing.id])
    expect(await ask()).toBe(404)
    await world.database.query('update person set suspended_at = now() where id = $1', [people.marketing.id])
    expect(await ask()).toBe(401)
  })
})

test('the cast of the matrix is the cast of the world', () => {
  const keys: PersonKey[] = matrixActors.filter((actor): actor is PersonKey => actor in people)
  expect(keys.length).toBe(Object.keys(people).length)
})
