import { describe, expect, test } from 'vitest'
import { contradictions, contradictionsOfProvider, legalNameOf } from './server/information-faults.ts'

describe('billing information contradicts itself', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const draft = {
    ...{ kind: 'person', givenName: 'Ana', firstSurname: 'Río', taxId: '00000000T', postcode: '08001' },
    ...{ province: 'Barcelona', retention: 'professional', supply: 'services' },
  }
  const before = {
    retention: null,
    retentionYear: null,
    taxId: null,
    selfInvoice: false,
    retentionFileName: null,
    supply: 'services',
  }
  const faults = (more: object, of: object = {}) =>
    Object.entries(contradictions({ ...draft, ...more } as never, { ...before, ...of } as never, now)).map(
      ([field, { code, params }]) => [field, code, ...Object.values(params ?? {})].join(' '),
    )
  const company = { kind: 'company', legalName: 'Sello', taxId: 'B00000000', retention: 'none' }

  test.each<[object, string[]]>([
    [{}, []],
    [company, []],
    [
      { givenName: '', firstSurname: '' },
      ['givenName validation.required', 'firstSurname validation.required'],
    ],
    [{ ...company, legalName: '' }, ['legalName validation.required']],
    [{ legalName: 'Ana Río' }, []],
    [{ legalName: 'Eva Río' }, ['legalName billing.nameOfParts']],
    [{ taxId: 'B00000000' }, ['taxId billing.taxIdOfPerson']],
    [{ ...company, taxId: 'X0000000T' }, ['taxId billing.taxIdOfCompany']],
    [{ province: 'Bizkaia' }, ['province billing.provinceOfPostcode Barcelona']],
    [{ territory: 'canaries' }, ['territory billing.territoryOfPostcode']],
    [{ territory: 'peninsula' }, []],
    [{ ...company, supply: 'authorship' }, ['supply billing.authorshipOfPerson']],
    [{ supply: 'authorship', retention: 'capital' }, ['retention billing.retentionOfSupply']],
    [{ supply: 'authorship' }, []],
    [{ ...company, retention: 'professional' }, ['retention billing.retentionOfPerson']],
    [{ retention: 'none' }, ['retentionReason billing.retentionNone']],
    [{ retention: 'none', retentionReason: 'r' }, []],
    [{ since: '2017-12-31' }, ['since dates.tooEarly 2018-01-01']],
    [{ since: '2018-01-01' }, []],
    [{ since: '2026-11-28' }, ['since dates.tooLate 2026-11-27']],
  ])('%o: %j', (more, told) => {
    expect(faults(more)).toEqual(told)
  })

  test('with what was said before', () => {
    const foral = { postcode: '48001', province: 'Bizkaia' }
    expect(faults(foral)).toEqual([])
    expect(faults(foral, { selfInvoice: true })).toEqual(['territory billing.foralSelfInvoice'])
    expect(faults({}, { selfInvoice: true })).toEqual([])
    expect(faults({ supply: undefined, retention: 'capital' }, { supply: 'authorship' })).toEqual([
      'retention billing.retentionOfSupply',
    ])
    const kept = { retention: 'none', taxId: '00000000T' }
    expect(faults({ retention: 'none' }, kept)).toEqual([])
    expect(faults({ retention: 'none' }, { ...kept, taxId: 'X' })).toHaveLength(1)
    expect(faults({ retention: 'none' }, { ...kept, retention: 'professional' })).toHaveLength(1)
  })

  test('where a notice has to say since when', () => {
    const notice = { retention: 'beginner', retentionYear: 2025, retentionFile: { name: 'a', content: 'x' } }
    const missing = 'retentionFile billing.noticeMissing'
    expect(faults(notice)).toEqual([])
    expect(faults({ ...notice, retentionYear: 2024 })).toEqual([])
    expect(faults({ ...notice, retentionYear: 2023 })).toEqual([
      'retentionYear billing.retentionYear 2024 2026',
    ])
    expect(faults({ ...notice, retentionYear: undefined })).toEqual(['retentionYear validation.required'])
    const { retentionFile: _, ...bare } = notice
    expect(faults(bare)).toEqual([missing])
    const shown = {
      retention: 'beginner',
      retentionYear: 2025,
      taxId: '00000000T',
      retentionFileName: 'a.pdf',
    }
    expect(faults(bare, shown)).toEqual([])
    for (const other of [
      { retention: 'lowIncome' },
      { retentionYear: 2024 },
      { taxId: 'X' },
      { retentionFileName: null },
    ])
      expect(faults(bare, { ...shown, ...other })).toEqual([missing])
  })

  test('of the provider, who is a company where there are cases for it', () => {
    const of = { taxId: 'B00000000', postcode: '08001', province: 'Barcelona' }
    const told = (more: object) => contradictionsOfProvider({ ...of, ...more })
    expect(told({})).toEqual({})
    expect(told({ postcode: '48001', province: 'Bizkaia' })).toEqual({})
    expect(told({ postcode: '35001', province: 'Las Palmas' })).toEqual({})
    for (const postcode of ['51001', '99000'])
      expect(told({ postcode })).toEqual({ postcode: { code: 'billing.providerPlace' } })
    expect(told({ taxId: '00000000T' })).toEqual({ taxId: { code: 'billing.taxIdOfCompany' } })
    expect(told({ province: 'Bizkaia' })).toMatchObject({ province: { params: { province: 'Barcelona' } } })
    expect(legalNameOf({ kind: 'company' } as never)).toBe('')
    expect(legalNameOf({ kind: 'person', givenName: 'Ana', secondSurname: 'Mar' } as never)).toBe('Ana Mar')
  })
})
