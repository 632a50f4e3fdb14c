import { expect, test } from 'vitest'
import { CannotStart } from './cannot-start.ts'
import { createRoles } from './database-roles.ts'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error('no'), { code }))

test('a login that may make no roles is told what somebody else has to run', async () => {
  const told = await createRoles(failing('42501')).catch((error: Error) => error)
  expect(told).toBeInstanceOf(CannotStart)
  for (const statement of [
    'create role backline_label nologin;',
    'grant backline_service to LOGIN;',
    'grant backline_member to backline_label;',
  ])
    expect((told as Error).message).toContain(statement)
})

test('any other failure is what it was', async () => {
  await expect(createRoles(failing('57P01'))).rejects.not.toBeInstanceOf(CannotStart)
})
