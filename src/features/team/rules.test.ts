import { describe, expect, test } from 'vitest'
import { memberKeys } from '#platform/permissions.ts'
import {
  changerOf,
  checkDraft,
  checkOwnerLeft,
  checkTarget,
  keysLacking,
  mayDo,
  refused,
} from './server/rules.ts'

const keysOf = (role: Parameters<typeof memberKeys>[0]) => new Set<string>(memberKeys(role, [], []))
const changer = (role: string, more: object = {}) =>
  ({ personId: 'me', role, keys: keysOf(role === 'staff' ? 'Owner' : (role as 'Owner')), ...more }) as never
const member = (more: object = {}) =>
  ({
    id: 'm',
    personId: 'other',
    role: 'Lector',
    keys: keysOf('Lector'),
    inherited: false,
    pending: false,
    ...more,
  }) as never
/** The code that something is refused with. */
const code = (run: () => void) => {
  try {
    run()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'taken'
}

test('who changes a team has their role there, staff none, and who has none the least', () => {
  const portal = { keys: new Set(['a']) } as never
  const of = (person: object, ...team: object[]) =>
    changerOf({ id: 'me', ...person } as never, portal, team as never)
  const own = { personId: 'me', role: 'Owner', pending: false }
  expect(of({}, { ...own, personId: 'other' }, own)).toEqual({
    personId: 'me',
    role: 'Owner',
    keys: new Set(['a']),
  })
  expect(of({}, { ...own, pending: true }).role).toBe('Lector')
  expect(of({}).role).toBe('Lector')
  expect(of({ staff: true }, own).role).toBe('staff')
})

test('nobody gives away what they lack, and owners only owners and staff make', () => {
  const draft = (role: string, more: object = {}) => ({ role, ...more }) as never
  expect(keysLacking(changer('Owner'), draft('Owner'))).toEqual([])
  expect(keysLacking(changer('Lector'), draft('Lector'))).toEqual([])
  const lacking = keysLacking(changer('Lector'), draft('Owner'))
  expect(lacking.length).toBeGreaterThan(0)
  expect(lacking.some((key) => keysOf('Lector').has(key))).toBe(false)
  const [given = ''] = lacking
  expect(keysLacking(changer('Lector'), draft('Lector', { grants: [given] }))).toEqual([given])
  expect(keysLacking(changer('Lector'), draft('Owner', { denies: [given] }))).not.toContain(given)
  expect(code(() => checkDraft(changer('Owner'), draft('Owner')))).toBe('taken')
  expect(code(() => checkDraft(changer('staff'), draft('Owner')))).toBe('taken')
  expect(code(() => checkDraft(changer('Tech', { keys: keysOf('Owner') }), draft('Owner')))).toBe(
    'team.ownerOnly',
  )
  expect(code(() => checkDraft(changer('Lector'), draft('Tech')))).toBe('team.keysLacking')
  expect(code(() => checkDraft(changer('Lector'), draft('Lector')))).toBe('taken')
})

test('nobody changes themselves, who holds more, or whose role comes from elsewhere', () => {
  const target = (role: string, of: object) => code(() => checkTarget(changer(role), member(of)))
  expect(target('Owner', {})).toBe('taken')
  expect(target('Owner', { personId: 'me' })).toBe('team.ownRole')
  expect(target('Owner', { role: 'Owner', keys: keysOf('Owner') })).toBe('taken')
  expect(target('staff', { role: 'Owner' })).toBe('taken')
  expect(target('Tech', { role: 'Owner' })).toBe('team.ownerOnly')
  expect(target('Lector', { role: 'Tech', keys: keysOf('Tech') })).toBe('team.beyondOwn')
  expect(target('Owner', { inherited: true })).toBe('team.inherited')
})

describe('the last owner', () => {
  const owner = (id: string, more: object = {}) => member({ id, role: 'Owner', ...more })
  const left = (after: string | undefined, ...team: never[]) =>
    code(() => checkOwnerLeft(team, 'm', after as never))

  test('stays one', () => {
    expect(left(undefined, owner('m'))).toBe('team.lastOwner')
    expect(left('Lector', owner('m'), member({ id: 'x' }))).toBe('team.lastOwner')
    expect(left('Lector', owner('m'), owner('x', { pending: true }))).toBe('team.lastOwner')
    expect(left('Owner', owner('m'))).toBe('taken')
    expect(left(undefined, owner('m'), owner('x'))).toBe('taken')
    expect(left(undefined, owner('m', { pending: true }))).toBe('taken')
    expect(left(undefined, member(), owner('x', { pending: true }))).toBe('taken')
    expect(left(undefined, owner('x'))).toBe('taken')
  })
})

test('what a page offers is what the verbs allow', () => {
  const all = ['team.createoreditteammembers', 'team.deleteteammembers']
  const may = (keys: string[], target: never, role = 'Owner') =>
    mayDo(changer(role), { keys: new Set(keys) } as never, [target], target)
  expect(may(all, member())).toEqual({ edit: true, remove: true })
  expect(may(all.slice(0, 1), member())).toEqual({ edit: true, remove: false })
  expect(may(all.slice(1), member())).toEqual({ edit: false, remove: true })
  expect(may(all, member({ personId: 'me' }))).toEqual({ edit: false, remove: false })
  expect(may(all, member({ role: 'Owner' }))).toEqual({ edit: true, remove: false })
  expect(refused('team.ownRole')).toMatchObject({ status: 403, code: 'team.ownRole' })
  expect(refused('team.ownerOnly', 'role')).toMatchObject({ fields: { role: { code: 'team.ownerOnly' } } })
})
