import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { handle, handleOutside } from './handle.ts'
import { operation } from './operation.ts'

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
