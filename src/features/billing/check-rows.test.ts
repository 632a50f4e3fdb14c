import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putRecord } from '#testing/raw-fiscal.ts'
import { setCertificate } from './server/certificate.ts'
import { checkChain } from './server/check-chain.ts'
import { fiscalHash } from './server/fiscal-hash.ts'
import { fiscalMode } from './server/fiscal-mode-table.ts'
import { certificatePassword as password, pkcs12 } from './test-certificate.ts'

/** What a check of an issuer's chain finds in its rows, and what its log is told of it. */

const world = testDatabase()
const secret = Buffer.alloc(32, 7)
const [noon, later] = ['2026-01-15T12:00:00+01:00', '2026-01-15T12:00:05+01:00']
const now = new Date('2026-01-16T12:00:00Z')
let made = 0
let issuerTaxId = ''
const check = (at = now) => inTrial(world.database, (tx) => checkChain(tx, issuerTaxId, { secret, now: at }))
const found = async (at?: Date) =>
  (await check(at)).anomalies.map(({ of, sequence, number, what }) => [of, sequence, number, what].join(' '))

beforeEach(() => {
  issuerTaxId = `Y${++made}`
})
type Row = Partial<Parameters<typeof putRecord>[1]>
const put = (row: Row & { sequence: number }) => putRecord(world.database, { issuerTaxId, ...row })
/** Two records, the second of which follows the first, but for what is said of either; records are never changed. */
async function chain({ first = {}, second = {} }: { first?: Row; second?: Row } = {}) {
  const [one, two] = [fiscalHash('uno'), fiscalHash('dos')]
  await put({ input: 'uno', hash: one, generatedAt: noon, ...first, sequence: 1 })
  await put({ sequence: 2, input: 'dos', hash: two, previousHash: one, generatedAt: later, ...second })
}

describe('a chain', () => {
  test('that follows from its first record on is as it should be', async () => {
    await chain()
    expect(await check()).toEqual({ records: 2, events: 0, anomalies: [] })
    expect(await inTrial(world.database, (tx) => checkChain(tx, 'NADIE', { secret, now }))).toEqual({
      ...{ records: 0, events: 0, anomalies: [] },
    })
  })

  test.each<[string, Parameters<typeof chain>[0], string[]]>([
    ['was changed', { first: { input: 'otro' } }, ['record 1 N-1 hash']],
    ['follows another', { second: { previousHash: 'x' } }, ['record 2 N-2 previousHash']],
    ['follows one, and is the first', { first: { previousHash: 'x' } }, ['record 1 N-1 previousHash']],
    ['comes after one that is not there', { second: { sequence: 3 } }, ['record 3 N-3 missingBefore']],
    [
      'is older than the one before',
      { second: { generatedAt: '2026-01-15T11:59:59+01:00' } },
      ['record 2 N-2 earlierThanPrevious'],
    ],
    ['is of the same second', { second: { generatedAt: noon } }, []],
  ])('says where a record %s', async (_, rows, faults) => {
    await chain(rows)
    expect(await found()).toEqual(faults)
  })

  test('says which records are of a time to come, by more than a minute', async () => {
    await chain()
    const last = Date.parse(later)
    expect(await found(new Date(last - 60_000))).toEqual([])
    expect(await found(new Date(last - 60_001))).toEqual(['record 2 N-2 later'])
  })

  test('without its first record is missing it', async () => {
    await put({ sequence: 2, input: 'dos', hash: fiscalHash('dos'), previousHash: fiscalHash('uno') })
    expect(await found()).toEqual(['record 2 N-2 missingBefore', 'record 2 N-2 previousHash'])
  })
})

describe('the log', () => {
  beforeAll(() =>
    inTrial(world.database, (tx) =>
      setCertificate(tx, { file: pkcs12(), password, confirmed: false }, { secret, now: new Date() }),
    ),
  )
  const mode = (of: 'signed' | 'off') =>
    inTrial(world.database, (tx) =>
      tx.insert(fiscalMode).values({ issuerTaxId, mode: of, validFrom: '2020-01-01', personName: 'P' }),
    )
  const logged = () =>
    world.database.query<{ type: string; data: object }>(
      'select type, data from fiscal_event where issuer_tax_id = $1 order by sequence',
      [issuerTaxId],
    )

  test('of who signs tells of each check and of what it found', async () => {
    await mode('signed')
    await chain({ second: { previousHash: 'x' } })
    await check()
    const rows = await logged()
    expect(rows.map(({ type }) => type)).toEqual(['03', '04', '05'])
    const said = rows.map(({ data }) => JSON.stringify(data))
    for (const what of [
      'IntegridadHuellas',
      'IntegridadFirmas',
      'TrazabilidadCadena',
      'TrazabilidadFechas',
    ]) {
      expect(said[0]).toContain(`"RealizadoProcesoSobre${what}RegFacturacion":"S"`)
      expect(said[2]).toContain(`"RealizadoProcesoSobre${what}RegEvento":"S"`)
      expect(said[0]).toContain(`"NumeroDeRegistrosFacturacionProcesadosSobre${what}":2`)
      expect(said[2]).toContain(`"NumeroDeRegistrosEventoProcesadosSobre${what}":0`)
    }
    expect(said[1]).toContain('N-2')
  })

  test('of who does not sign tells nothing', async () => {
    await mode('off')
    await chain({ second: { previousHash: 'x' } })
    expect(await found()).toHaveLength(1)
    expect(await logged()).toEqual([])
  })
})
