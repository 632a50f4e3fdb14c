import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Access } from './access.ts'
import { handle, handleOutside } from './handle.ts'
import { anyOf, operation } from './operation.ts'

const declare = { method: 'GET', path: '/somewhere', tag: 'x', summary: 'x' } as const
const shapes = { input: z.object({}), output: z.object({ id: z.optional(z.string()) }) }

test('a verb may be sure of what its declaration says, and of nothing else', () => {
  const own = operation({ ...declare, ...shapes, access: 'signedIn', scope: 'none' })
  const open = operation({ ...declare, ...shapes, access: 'public', scope: 'none' })
  const there = operation({
    ...{ ...declare, access: 'portal.viewportals', scope: 'portal' },
    ...{ input: z.object({ portalId: z.string() }), output: shapes.output },
  } as const)
  // Each of the wrong ones has to be a fault of types: `tsc` fails where one compiles.
  // @ts-expect-error No place: there is no portal to read.
  handle(own, async ({ portal }) => ({ id: portal.id }))
  handle(own, async ({ actor }) => ({ id: actor.person.id }))
  // @ts-expect-error Nobody has to be signed in.
  handle(open, async ({ actor }) => ({ id: actor.person.id }))
  // @ts-expect-error A portal is no view.
  handle(there, async ({ view }) => ({ id: view.kind }))
  handle(there, async ({ portal, actor }) => ({ id: `${portal.id} ${actor.person.id}` }))
  expect(true).toBe(true)
})

test('an access that might be public is no promise that somebody is signed in', () => {
  const access = 'public' as Access
  const wide = operation({ ...declare, ...shapes, access, scope: 'none' })
  // @ts-expect-error Perhaps nobody is.
  handle(wide, async ({ actor }) => ({ id: actor.person.id }))
  const either = 'signedIn' as 'signedIn' | 'public'
  const some = operation({ ...declare, ...shapes, access: either, scope: 'portal' })
  // @ts-expect-error Perhaps nobody is, and nowhere.
  handle(some, async ({ portal }) => ({ id: portal.id }))
  expect(true).toBe(true)
})

test('where somebody belongs is known to calls that hang on it alone', () => {
  const own = operation({ ...declare, ...shapes, access: 'signedIn', scope: 'none' })
  const there = operation({ ...declare, ...shapes, access: 'reader', scope: 'portal' })
  const guarded = operation({ ...declare, ...shapes, access: anyOf(['portal.editlinks']), scope: 'none' })
  // @ts-expect-error Whoever is signed in may, wherever they belong.
  handle(own, async ({ memberships }) => ({ id: memberships[0]?.id }))
  // @ts-expect-error Of a portal only this portal is looked up.
  handle(there, async ({ memberships }) => ({ id: memberships[0]?.id }))
  handle(guarded, async ({ memberships }) => ({ id: memberships[0]?.id }))
  expect(true).toBe(true)
})

test('what is declared or given and would do nothing is refused at start', () => {
  const verb = async () => ({})
  const as = { ...declare, ...shapes, access: 'signedIn', scope: 'none' } as const
  const own = operation(as)
  expect(() => handle(own, verb, { versionOf: async () => 1 })).toThrow('versioned')
  expect(() => handle(own, verb, { portalOf: async () => 'x' })).toThrow('row')
  const given = (idle: object) => ('versioned' in idle ? { versionOf: async () => 1 } : {})
  for (const idle of [{ idempotent: true }, { versioned: true }, { undoable: true }] as const)
    expect(() => handle(operation({ ...as, ...idle }), verb, given(idle))).toThrow('A read leaves')
  const open = { ...as, method: 'POST', access: 'public' } as const
  expect(() => handle(operation({ ...open, idempotent: true }), verb)).toThrow('nobody')
  expect(() => handle(operation({ ...open, undoable: true }), verb)).toThrow('nobody')
  expect(() => handle(operation({ ...as, siblings: true }), verb)).toThrow('siblings')
  const outside = { ...as, method: 'POST', outside: 'password' } as const
  expect(() => handleOutside(operation({ ...outside, undoable: true }), verb)).toThrow('transaction')
  expect(() => handleOutside(operation({ ...outside, inTransaction: true }), verb)).toThrow('transaction')
})

test('what is declared as outside, and what only a transaction can keep, do not mix', () => {
  const inside = operation({ ...declare, ...shapes, access: 'signedIn', scope: 'none' })
  const outside = operation({ ...declare, ...shapes, access: 'signedIn', scope: 'none', outside: 'password' })
  const both = operation({
    ...{ ...declare, ...shapes, access: 'signedIn', scope: 'none' },
    ...{ outside: 'password', idempotent: true },
  } as const)
  const verb = async () => ({})
  expect(() => handle(outside, verb)).toThrow('handleOutside')
  expect(() => handleOutside(inside, verb)).toThrow('why')
  expect(() => handleOutside(both, verb)).toThrow('inside a transaction')
})
