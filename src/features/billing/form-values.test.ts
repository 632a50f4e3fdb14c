import { expect, test } from 'vitest'
import { valuesOf } from './pages/information-values.ts'

test('every field of a form that holds nothing yet has a value', () => {
  const { retentionFile, ...fields } = valuesOf(null)
  expect(retentionFile).toBeNull()
  for (const value of Object.values(fields)) expect(value).toBeTypeOf('string')
  const person = { kind: 'person', legalName: 'Ana Río', taxId: '00000000T' } as Parameters<
    typeof valuesOf
  >[0]
  expect(valuesOf(person)).toMatchObject({ kind: 'person', legalName: '', givenName: '', firstSurname: '' })
})
