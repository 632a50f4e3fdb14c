import { describe, expect, test } from 'vitest'
import { changeCounts, draftOf, valuesOf } from './pages/information-values.ts'

test('every field of a form that holds nothing yet has a value', () => {
  const { retentionFile, ...fields } = valuesOf(null)
  expect(retentionFile).toBeNull()
  for (const value of Object.values(fields)) expect(value).toBeTypeOf('string')
  const person = { kind: 'person', legalName: 'Ana Río', taxId: '00000000T' } as Parameters<
    typeof valuesOf
  >[0]
  expect(valuesOf(person)).toMatchObject({ kind: 'person', legalName: '', givenName: '', firstSurname: '' })
})

describe('billing information', () => {
  const place = { street: 'Calle 1', postcode: '48001', city: 'Bilbao', province: 'Bizkaia' }
  const person = {
    ...{ kind: 'person', legalName: 'Ana Río', givenName: 'Ana', firstSurname: 'Río', secondSurname: 'Mar' },
    ...{ ...place, taxId: '00000000T', holder: 'Ana', supply: 'authorship', retention: 'beginner' },
    ...{ retentionBp: 700, retentionYear: 2026, retentionReason: 'r', email: 'a@example.org' },
    ...{ complete: true, selfInvoice: true },
  }
  const shown = (information: object | null) => valuesOf(information as Parameters<typeof valuesOf>[0])
  const said = { iban: '', since: '', retentionFile: null, password: '' }

  test('is shown', () => {
    const { retentionBp: _, complete: _c, selfInvoice: _s, ...fields } = person
    expect(shown(person)).toEqual({ ...fields, ...said, legalName: '', retentionYear: '2026' })
    expect(shown({ ...person, kind: 'company' })).toMatchObject({ kind: 'company', legalName: 'Ana Río' })
    expect(shown(null)).toEqual({
      ...{ kind: 'company', legalName: '', givenName: '', firstSurname: '', secondSurname: '', taxId: '' },
      ...{ street: '', postcode: '', city: '', province: '', holder: '', supply: 'services', ...said },
      ...{ retention: 'none', retentionYear: '', retentionReason: '', email: '' },
    })
    const withheld = (more: object) => shown({ ...person, retention: null, ...more }).retention
    expect([withheld({}), withheld({ retentionBp: 0 }), withheld({ retentionBp: null })]).toEqual([
      '',
      'none',
      'none',
    ])
  })

  test('is sent as far as it was filled in', () => {
    const values = shown(person)
    const common = {
      ...{ ...place, taxId: '00000000T', holder: 'Ana', supply: 'authorship', retentionReason: 'r' },
      ...{ email: 'a@example.org', retention: 'beginner' },
    }
    const names = { givenName: 'Ana', firstSurname: 'Río', secondSurname: 'Mar' }
    expect(draftOf(values)).toEqual({ kind: 'person', ...names, ...common, retentionYear: 2026 })
    const retentionFile = { name: 'a.pdf', content: 'x' }
    expect(draftOf({ ...values, retentionYear: '', retentionFile })).toEqual({
      ...{ kind: 'person', ...names, ...common, retentionFile },
    })
    expect(draftOf({ ...values, retention: 'none' })).not.toHaveProperty('retentionYear')
    expect(draftOf({ ...values, retention: '' })).not.toHaveProperty('retentionYear')
  })

  test('says from when on its changes count', () => {
    const values = shown(person)
    const counts = (changed: Partial<typeof values>, of: object = {}) =>
      changeCounts({ ...values, ...changed }, { ...person, ...of } as never, '2026-11-27')
    const none = { month: null, anew: false, retention: false }
    expect(counts({})).toEqual(none)
    expect(counts({ supply: 'services' })).toEqual({ ...none, month: '2026-11-01' })
    expect(counts({ supply: 'services', since: '2026-05-09' })).toEqual({ ...none, month: '2026-05-01' })
    expect(counts({ taxId: ' 00000000T ' })).toEqual(none)
    expect(counts({ taxId: 'X' })).toEqual({ ...none, month: '2026-11-01', anew: true })
    expect(counts({ kind: 'company' })).toEqual({ ...none, month: '2026-11-01', anew: true })
    expect(counts({ kind: 'company' }, { selfInvoice: false })).toEqual({ ...none, month: '2026-11-01' })
    expect(counts({ postcode: '20001' })).toEqual({ ...none, month: '2026-11-01' })
    expect(counts({ postcode: '48999' })).toEqual(none)
    expect(counts({ retention: 'none' })).toEqual({ ...none, retention: true })
    expect(counts({ retentionYear: '2025' })).toEqual({ ...none, retention: true })
    expect(counts({ retentionYear: '' }, { retentionYear: null })).toEqual(none)
    expect(counts({ retention: '' })).toEqual(none)
    expect(counts({ retention: 'none' }, { retention: null })).toEqual({ ...none, retention: true })
    const all = { kind: 'company', taxId: 'X', retention: 'none', postcode: '20001' } as const
    expect(counts(all, { complete: false })).toEqual(none)
  })
})
