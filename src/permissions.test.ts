import { beforeAll, describe, expect, test } from 'vitest'
import { memberKeys, type PermissionKey, permissionKeys, roleTemplates } from '#platform/permissions.ts'
import { rowsInPaths } from '#testing/access.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { disabledKeys, doorsOf, openingKeys } from '#testing/permission-keys.ts'
import { rollingBack } from '#testing/rolling-back.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.bajamar.id
const absent = '00000000-0000-7000-8000-000000000000'
const rowIds = new Map<string, string>()
let app: ReturnType<typeof testApp>
beforeAll(async () => {
  app = testApp(rollingBack(world.database))
  for (const [name, query] of Object.entries(rowsInPaths))
    for (const row of await world.database.query<{ portal_id: string; id: string }>(query))
      if (row.portal_id === portalId) rowIds.set(name, row.id)
})

type Holder = 'staff' | 'member'
/** Gives somebody exactly these keys, and answers the cookie that they call with. */
async function holding(who: Holder, keys: readonly PermissionKey[]) {
  if (who === 'staff') {
    await world.database.query('update person set permissions = $2::jsonb where id = $1', [
      people.analyst.id,
      JSON.stringify(keys),
    ])
    return cookieFor(world.database, people.analyst.id)
  }
  const denies = roleTemplates.Operations.filter((key) => !keys.includes(key))
  await world.database.query(
    'update member set grants = $2::jsonb, denies = $3::jsonb where person_id = $1',
    [people.operations.id, JSON.stringify(keys), JSON.stringify(denies)],
  )
  return cookieFor(world.database, people.operations.id)
}

type Door = ReturnType<typeof doorsOf>[number]
async function knock({ contract }: Door, cookie: string) {
  const { method = 'GET', path = '' } = contract['~orpc'].route
  const address = path
    .replace('{portalId}', portalId)
    .replace(/\{(\w+)\}/g, (_, name: string) => rowIds.get(name) ?? absent)
  const body = method === 'GET' ? {} : { body: '{}' }
  const response = await app.request(`/api${address}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...body,
  })
  const { error } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { error?: { code?: string } }
  return { status: response.status, refused: response.status === 403 && error?.code === 'forbidden' }
}

describe('every permission key', () => {
  test.each(openingKeys)('%s opens what it names, and nothing of it opens without', async (key) => {
    const doors = doorsOf(key)
    // On the customers' side this one opens the list in the menu; its calls are for staff.
    expect(doors.length).toBeGreaterThan(0)
    for (const who of ['staff', 'member'] as const) {
      const own = doors.filter(({ holders }) => (holders as readonly Holder[]).includes(who))
      const opened = []
      for (const door of own) opened.push(await knock(door, await holding(who, [key, ...door.beside])))
      for (const [at, { status, refused }] of opened.entries())
        expect([own[at]?.fullName, who, refused, status === 401 || status >= 500]).toEqual([
          own[at]?.fullName,
          who,
          false,
          false,
        ])
      for (const door of own) {
        const others: PermissionKey[] = [key, ...door.instead]
        // Readers of a portal's content need membership, or of staff any key of portals.
        const reader =
          typeof door.contract['~orpc'].meta.access === 'object' &&
          'reader' in door.contract['~orpc'].meta.access
        const rest = permissionKeys.filter(
          (one) => !others.includes(one) && !(reader && one.startsWith('portal.')),
        )
        const { refused } = await knock(door, await holding(who, rest))
        expect([door.fullName, who, refused]).toEqual([door.fullName, who, true])
      }
    }
  })

  test('what is disabled opens nothing', () => {
    for (const key of disabledKeys) expect(doorsOf(key)).toEqual([])
  })
})

describe('keys of staff alone', () => {
  const staffOnly = permissionKeys.filter((key) =>
    /^(staff|contacts|products|communications|manufacturing)\./.test(key),
  )

  test.each(staffOnly)('%s is granted to no member, and refused by name', async (key) => {
    const cookie = await cookieFor(world.database, people.super.id)
    const target = `/api/portal/${portals.hotelLevante.id}/team/${people.lector.id}`
    const seen = await app.request(target, { headers: { cookie } })
    const send = (method: string, address: string, body: object) =>
      app.request(address, {
        method,
        headers: {
          cookie,
          'content-type': 'application/json',
          'if-match': seen.headers.get('etag') ?? '"1"',
        },
        body: JSON.stringify(body),
      })
    const change = await send('PUT', target, { role: 'Lector', grants: [key] })
    expect([change.status, await change.text()]).toEqual([400, expect.stringContaining('grants')])
    const invite = await send('POST', '/api/portals/team', {
      email: `${key}@sala.test`,
      name: 'x',
      portals: [{ portalId: portals.hotelLevante.id, role: 'Lector', grants: [key] }],
    })
    expect([invite.status, await invite.text()]).toEqual([400, expect.stringContaining('grants')])
    expect(memberKeys('Lector', [key], []).has(key)).toBe(false)
  })
})
