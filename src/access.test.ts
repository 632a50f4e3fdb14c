import { beforeAll, describe, expect, test } from 'vitest'
import { can, memberKeys } from '#platform/permissions.ts'
import { matrixActors, matrixOperations, sampledTargets } from '#testing/access.ts'
import { AccessMatrix } from '#testing/access-matrix.ts'
import { mutantsOf } from '#testing/access-mutants.ts'
import { cookieFor } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'

// Whole, with every portal as a target and every mutant: `npm run drill -- access`.
const world = testDatabase()
let matrix: AccessMatrix
beforeAll(async () => {
  matrix = await AccessMatrix.open(world.database, sampledTargets)
})

describe('access matrix', () => {
  // What one operation leaves, the next one finds: the world is summed up once for each.
  let found: string
  beforeAll(async () => {
    found = await matrix.fingerprint()
  })

  test.each(matrixOperations)('$fullName lets in exactly whom it declares', async ({ contract }) => {
    const before = found
    expect(await matrix.difference(contract, contract['~orpc'].meta)).toBeUndefined()
    found = await matrix.fingerprint()
    expect(found).toEqual(before)
  })

  test('is not a handful of cases', () => {
    const cases = matrixOperations.reduce(
      (sum, { contract }) => sum + matrixActors.length * matrix.targetsOf(contract['~orpc'].meta).length,
      0,
    )
    console.log(`${cases} cases`)
    expect(cases).toBeGreaterThan(5_000)
  })
})

describe('the matrix can fail', () => {
  test.each(matrixOperations.flatMap(mutantsOf))('$name turns it red', async ({ difference }) => {
    expect(await difference(matrix)).toBeDefined()
  })
})

describe('an id of one portal inside the path of another', () => {
  test('does not exist', async () => {
    const foreign = matrix.rowOf('linkId', 'hotelLevante')
    const response = await matrix.app.request(`/api/portal/${portals.ninoLobo.id}/link/${foreign}`, {
      headers: matrix.credentials('artist'),
    })
    expect(response.status).toBe(404)
  })
})

describe('what is not declared', () => {
  test.each(['PATCH', 'PUT', 'OPTIONS', 'TRACE'])('%s on a path without it is refused', async (method) => {
    if (method === 'TRACE') return expect(() => new Request('http://localhost/', { method })).toThrow()
    const response = await matrix.app.request('/api/portals', {
      method,
      headers: matrix.credentials('super'),
    })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })

  test('fixed paths are not shadowed by ids', async () => {
    const response = await matrix.app.request('/api/portal/link/preview?url=', {
      headers: matrix.credentials('editor'),
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
      (await matrix.app.request(`/api/portal/${portals.claraVentisca.id}/links`, { headers: { cookie } }))
        .status
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
