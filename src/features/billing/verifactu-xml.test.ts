import { describe, expect, test } from 'vitest'
import type { Chained } from './server/fiscal-record.ts'
import { requirementXml } from './server/requirement-xml.ts'
import { canonicalRecord, type FiscalBill, verifactuEnvelope, verifactuXml } from './server/verifactu-xml.ts'
import { taxBefore } from './tax-cases.ts'
import { totalsOf } from './totals.ts'

const long = 'x'.repeat(121)
const bill = (more: object = {}) =>
  ({
    ...{ type: 1, period: '2026-10-01', periodFrom: null, corrects: null, correction: null, charge: null },
    information: { legalName: 'Hugo Lobo', taxId: '54362315K' },
    provider: { legalName: 'Trastienda', taxId: 'B58378431' },
    tax: taxBefore('peninsula'),
    totals: totalsOf({
      groups: [
        { taxBp: 2100, amountCents: 10_000 },
        { taxBp: 1000, amountCents: 5_000 },
      ],
      ...{ outstandingCents: 0, settlementBp: 0, retentionBp: 0 },
    }),
    ...more,
  }) as unknown as FiscalBill
const record = (more: object = {}): Chained => ({
  ...{ issuerTaxId: '54362315K', sequence: 1, kind: 'alta', number: 'LOBO-7', issuedOn: '2026-11-08' },
  ...{ hash: 'A', generatedAt: '2026-11-08T10:00:00+01:00', input: '', mode: null, amends: null },
  ...{ previous: undefined, ...more },
})
const xml = (ofBill: object = {}, ofRecord: object = {}) =>
  canonicalRecord({ bill: bill(ofBill), record: record(ofRecord) })
/** What a record says by a name, wherever it stands. */
const said = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<sum1:${name}>([^<]*)<`, 'g'))].map(([, inner]) => inner)

describe('what is registered', () => {
  test('says whose bill it is, what it is of and what it comes to', () => {
    const text = xml()
    expect(text).toContain('<sum1:IDFactura><sum1:IDEmisorFactura>54362315K</sum1:IDEmisorFactura>')
    expect(said(text, 'NombreRazonEmisor')).toEqual(['Hugo Lobo'])
    expect(said(text, 'NumSerieFactura')).toEqual(['LOBO-7'])
    expect(said(text, 'FechaExpedicionFactura')).toEqual(['08-11-2026'])
    expect(said(text, 'TipoFactura')).toEqual(['F1'])
    expect(said(text, 'FechaOperacion')).toEqual(['31-10-2026'])
    expect(said(text, 'DescripcionOperacion')).toEqual(['Liquidación de ventas, octubre de 2026'])
    expect(said(text, 'EmitidaPorTerceroODestinatario')).toEqual(['D'])
    // The recipient, and whose system it is: both the provider.
    expect(said(text, 'NombreRazon')).toEqual(['Trastienda', 'Trastienda'])
    expect(said(text, 'NIF')).toEqual(['B58378431', 'B58378431'])
    expect(text.match(/<sum1:DetalleDesglose>/g)).toHaveLength(2)
    expect(said(text, 'TipoImpositivo')).toEqual(['21.00', '10.00'])
    expect(said(text, 'BaseImponibleOimporteNoSujeto')).toEqual(['100.00', '50.00'])
    expect(said(text, 'CuotaRepercutida')).toEqual(['21.00', '5.00'])
    expect([said(text, 'CuotaTotal'), said(text, 'ImporteTotal')]).toEqual([['26.00'], ['176.00']])
    expect(text).not.toMatch(/Rectific|Subsanacion|RechazoPrevio/)
  })

  test('is of several months, of an advance or of nothing that has a month', () => {
    const described = (more: object) => said(xml(more), 'DescripcionOperacion')[0]
    expect(described({ periodFrom: '2026-08-01' })).toMatch(/^Liquidación de ventas, agosto\S*-octubre/)
    expect(described({ type: 2, period: null })).toBe('Anticipo')
    expect(said(xml({ period: null }), 'FechaOperacion')).toEqual([])
    expect(described({ charge: { what: 'y'.repeat(401) }, period: null })).toBe('y'.repeat(400))
  })

  test('is said by its tax: exempt, not subject, or owed by the recipient', () => {
    const of = (codes: object) => {
      const text = xml({ tax: { ...taxBefore('peninsula'), codes } })
      return [
        'ClaveRegimen',
        'OperacionExenta',
        'CalificacionOperacion',
        'TipoImpositivo',
        'CuotaRepercutida',
      ].map((name) => said(text, name)[0])
    }
    expect(of({ tax: '01', regime: '01', class: 'S1' })).toEqual(['01', undefined, 'S1', '21.00', '21.00'])
    expect(of({ tax: '01', regime: '01', class: 'S2' })).toEqual(['01', undefined, 'S2', '21.00', '21.00'])
    expect(of({ tax: '03', regime: '08', class: 'E1' })).toEqual([
      '08',
      'E1',
      undefined,
      undefined,
      undefined,
    ])
    expect(of({ tax: '03', class: 'N2' })).toEqual([undefined, undefined, 'N2', undefined, undefined])
  })

  test('corrects what it names, where that is known by its day too', () => {
    const corrects = { corrects: 'LOBO-6' }
    const known = xml({ ...corrects, correction: { fault: 'rate', issuedOn: '2026-09-08' } })
    expect(said(known, 'TipoFactura')).toEqual(['R1'])
    expect(said(known, 'TipoRectificativa')).toEqual(['I'])
    expect(said(known, 'NumSerieFactura')).toEqual(['LOBO-7', 'LOBO-6'])
    expect(said(known, 'FechaExpedicionFactura')).toEqual(['08-11-2026', '08-09-2026'])
    expect(said(known, 'DescripcionOperacion')).toEqual([
      'Rectificación: Liquidación de ventas, octubre de 2026',
    ])
    const before = xml(corrects)
    expect([said(before, 'TipoFactura'), said(before, 'NumSerieFactura')]).toEqual([['R4'], ['LOBO-7']])
    expect(said(xml({ ...corrects, charge: { what: 'Merch' } }), 'TipoFactura')).toEqual(['R1'])
    // Of what corrects nothing, a fault says nothing.
    expect(xml({ correction: { fault: 'rate', issuedOn: '2026-09-08' } })).not.toMatch(/Rectific/)
  })

  test('of a charge is by the provider itself, whose system it is', () => {
    const text = xml({ charge: { what: 'Merch' } })
    expect(said(text, 'EmitidaPorTerceroODestinatario')).toEqual([])
    expect(said(text, 'NombreRazon')).toEqual(['Trastienda', 'Hugo Lobo'])
    expect(said(text, 'NIF')).toEqual(['B58378431', '54362315K'])
  })

  test('amends what was taken, refused or never came, in the words that are told with it', () => {
    const amended = (amends: object) => xml({}, { amends })
    const plain = amended({ reason: '', refused: 'N' })
    expect([said(plain, 'Subsanacion'), said(plain, 'RechazoPrevio')]).toEqual([['S'], []])
    expect(said(amended({ reason: '', refused: 'X' }), 'RechazoPrevio')).toEqual(['X'])
    const words = { issuerName: long, recipientName: `y${long}`, description: 'Camisetas' }
    const told = amended({ reason: '', refused: 'S', ...words })
    expect(said(told, 'NombreRazonEmisor')).toEqual([long.slice(1)])
    expect(said(told, 'NombreRazon')[0]).toBe(`y${long.slice(2)}`)
    expect(said(told, 'DescripcionOperacion')).toEqual(['Camisetas'])
  })

  test('has names of 120 signs at most', () => {
    const text = xml({
      information: { legalName: long, taxId: 'A' },
      provider: { legalName: long, taxId: 'B' },
    })
    expect(said(text, 'NombreRazonEmisor')).toEqual([long.slice(1)])
    expect(said(text, 'NombreRazon')).toEqual([long.slice(1), long.slice(1)])
  })
})

test('a record follows the one before it, or is the first', () => {
  expect(said(xml(), 'PrimerRegistro')).toEqual(['S'])
  const next = xml({}, { previous: { number: 'LOBO-6', issuedOn: '2026-10-08', hash: 'B' } })
  expect(said(next, 'PrimerRegistro')).toEqual([])
  expect(next).toContain(
    '<sum1:NumSerieFactura>LOBO-6</sum1:NumSerieFactura><sum1:FechaExpedicionFactura>08-10-2026<',
  )
  expect(said(next, 'Huella')).toEqual(['B', 'A'])
})

test('what is cancelled says what the agency has of it', () => {
  const cancelled = (refused?: string) =>
    xml(
      { provider: { legalName: long, taxId: 'B58378431' } },
      {
        ...{ kind: 'anulacion', amends: refused ? { reason: '', refused } : null },
      },
    )
  const signs = (refused?: string) =>
    ['SinRegistroPrevio', 'RechazoPrevio'].map((name) => said(cancelled(refused), name)[0])
  expect([signs(), signs('N'), signs('X'), signs('S'), signs('XS')]).toEqual([
    ...[
      [undefined, undefined],
      [undefined, undefined],
      ['S', undefined],
      [undefined, 'S'],
      ['S', 'S'],
    ],
  ])
  expect(cancelled()).toMatch(/^<sum1:RegistroAnulacion xmlns:sum1=/)
  expect(said(cancelled(), 'NumSerieFacturaAnulada')).toEqual(['LOBO-7'])
  expect(said(cancelled(), 'GeneradoPor')).toEqual(['D'])
  expect(said(cancelled(), 'NombreRazon')[0]).toBe(long.slice(1))
})

test('a record by itself has ends of lines as a parser reads them, and both tags of what is empty', () => {
  const empty = xml({}, { amends: { reason: '', refused: 'N', description: '' } })
  expect(empty).toContain('<sum1:DescripcionOperacion></sum1:DescripcionOperacion>')
  expect(xml({ charge: { what: 'A\r\nB' }, period: null })).not.toContain('\r')
})

test('several stand under one issuer, late where there was an incident', () => {
  const entry = { bill: bill({ information: { legalName: long, taxId: '54362315K' } }), record: record() }
  const gone = { ...entry, record: record({ kind: 'anulacion' }) }
  const text = verifactuXml(entry, gone)
  expect(text).toMatch(/<sum1:NombreRazon>x{120}<\/sum1:NombreRazon>\s*<sum1:NIF>54362315K</)
  expect(text.match(/<sum1:Registro(?:Alta|Anulacion)>/g)).toEqual([
    ...['<sum1:RegistroAlta>', '<sum1:RegistroAnulacion>'],
  ])
  expect(text).toContain('\n  <sum:Cabecera>')
  expect(text).not.toContain('Incidencia')
  expect(verifactuEnvelope([entry])).not.toContain('Incidencia')
  expect(verifactuEnvelope([entry], { late: true })).toContain('<sum1:Incidencia>S</sum1:Incidencia>')
})

test('an answer to a requirement holds records as they were kept', () => {
  const of = (ends: boolean) =>
    requirementXml({ taxId: 'A', name: `<${long}` }, { reference: 'R&"1"', ends }, [
      '<?xml version="1.0"?>\n<a xmlns:sum1="s">&amp;</a>\n',
    ])
  expect(of(false)).toContain(`<NombreRazon>&lt;${long.slice(2)}</NombreRazon><NIF>A</NIF>`)
  expect(of(false)).toContain('<RefRequerimiento>R&amp;&quot;1&quot;</RefRequerimiento>')
  expect([of(false), of(true)].map((text) => /FinRequerimiento>(.)</.exec(text)?.[1])).toEqual(['N', 'S'])
  expect(of(true)).toContain('<RegistroFactura><a xmlns="" xmlns:sum1="s">&amp;</a></RegistroFactura>\n')
})
