import type { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken, newToken } from '#features/account/server/sessions.ts'
import { session } from '#features/account/server/table.ts'
import { link } from '#features/links/server/table.ts'
import type { OperationMeta } from '#platform/operation.ts'
import { can, memberKeys } from '#platform/permissions.ts'
import {
  expectedAnswer,
  type MatrixActor,
  matrixActors,
  matrixOperations,
  matrixTargets,
  type Target,
} from '#testing/access.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const absentId = '00000000-0000-7000-8000-000000000000'
const idOf = (target: Target) =>
  target === 'absent' ? absentId : target === 'malformed' ? 'not-an-id' : portals[target].id

let app: Hono
const cookies = new Map<MatrixActor, string | undefined>()
const linkIds = new Map<string, string>()

beforeAll(async () => {
  app = testApp(world.database)
  for (const actor of matrixActors) cookies.set(actor, await cookieOf(actor))
  for (const row of await world.database.db.select().from(link)) linkIds.set(row.portalId, row.id)
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

/** Every id of a path is filled; a row's id is one that the target portal has. */
const addressOf = (path: string, target: Target) =>
  path
    .replace('{portalId}', idOf(target))
    .replace(/\{\w+\}/g, () => linkIds.get(idOf(target)) ?? idOf(target))

async function call(method: string, path: string, actor: MatrixActor, target: Target) {
  const cookie = cookies.get(actor)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    ...(cookie ? { cookie } : {}),
  }
  // A body that no shape accepts: whoever is let in gets as far as 400 and changes nothing.
  const body = method === 'GET' ? undefined : JSON.stringify({ nothing: true })
  const response = await app.request(`/api${addressOf(path, target)}`, {
    method,
    headers,
    ...(body ? { body } : {}),
  })
  return { status: response.status, text: await response.text() }
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

// Calls whose success changes or ends something run apart; here everybody is refused or stopped by the input.
const harmless = matrixOperations.filter(
  ({ fullName }) => !['account.signOut', 'links.deleteLink'].includes(fullName),
)

describe('access matrix', () => {
  let cases = 0

  test.each(harmless)('$fullName lets in exactly whom it declares', async ({ contract }) => {
    const { route, meta } = contract['~orpc']
    const before = await fingerprint()
    const absent = new Map<MatrixActor, string>()
    for (const actor of matrixActors)
      for (const target of tenantScoped(meta.scope) ? matrixTargets.toReversed() : (['absent'] as Target[])) {
        const { status, text } = await call(route.method ?? 'GET', route.path ?? '', actor, target)
        const expected = expectedAnswer(meta, actor, target)
        const name = `${actor} → ${target}`
        if (expected === 'let in')
          expect([200, 400, 428].includes(status) ? 'let in' : status, `${name}: ${text}`).toBe('let in')
        else expect(status, `${name}: ${text}`).toBe(expected)
        // What is hidden answers the same bytes as what does not exist.
        if (expected === 404) {
          absent.set(actor, absent.get(actor) ?? text)
          expect(text, name).toBe(absent.get(actor))
        }
        cases++
      }
    expect(await fingerprint()).toEqual(before)
  })

  test('deleting a link is let in for exactly whom it declares', async () => {
    const deletion = matrixOperations.find(({ fullName }) => fullName === 'links.deleteLink')
    if (!deletion) throw new Error('links.deleteLink is not declared')
    for (const actor of matrixActors)
      for (const target of matrixTargets) {
        const expected = expectedAnswer(deletion.contract['~orpc'].meta, actor, target)
        if (expected === 'let in') continue
        const { status } = await call('DELETE', '/portal/link/{linkId}', actor, target)
        expect(status, `${actor} → ${target}`).toBe(expected)
        cases++
      }
  })

  test('the matrix is not a handful', () => expect(cases).toBeGreaterThan(2_000))
})

describe('the matrix can fail', () => {
  /** Is there a call whose answer differs from what the declaration promised? */
  async function anyDifference(
    contract: (typeof matrixOperations)[number]['contract'],
    promised: OperationMeta,
  ) {
    const { route } = contract['~orpc']
    for (const actor of matrixActors)
      for (const target of tenantScoped(promised.scope) ? matrixTargets : (['absent'] as Target[])) {
        const expected = expectedAnswer(promised, actor, target)
        const { status } = await call(route.method ?? 'GET', route.path ?? '', actor, target)
        if (expected === 'let in' ? ![200, 400, 428].includes(status) : status !== expected) return true
      }
    return false
  }
  // Who one is can only be told of a session: that verb would refuse by itself.
  const guarded = harmless.filter(
    ({ contract, fullName }) => contract['~orpc'].meta.access !== 'public' && fullName !== 'account.session',
  )

  test.each(guarded)('$fullName without its guard turns it red', async ({ contract }) => {
    const { meta } = contract['~orpc']
    const promised = { ...meta }
    try {
      meta.access = promised.access === 'signedIn' || promised.access === 'reader' ? 'public' : 'signedIn'
      expect(await anyDifference(contract, promised)).toBe(true)
    } finally {
      meta.access = promised.access
    }
    expect(await anyDifference(contract, promised)).toBe(false)
  })

  test.each(guarded.filter(({ contract }) => tenantScoped(contract['~orpc'].meta.scope)))(
    '$fullName without its scope turns it red',
    async ({ contract }) => {
      const { meta } = contract['~orpc']
      const promised = { ...meta }
      try {
        meta.scope = 'none'
        expect(await anyDifference(contract, promised)).toBe(true)
      } finally {
        meta.scope = promised.scope
      }
    },
  )
})

describe('an id of one portal inside the path of another', () => {
  test('does not exist', async () => {
    const foreign = linkIds.get(portals.hotelLevante.id)
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
